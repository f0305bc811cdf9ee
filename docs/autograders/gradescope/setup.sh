#!/usr/bin/env bash
# Gradescope runs this once when the autograder is built. The zip contains the program `fairshare` for Linux
# (cargo build --release, target/release/fairshare), this folder's files, and assignment.lecturer.json.
set -e
chmod +x /autograder/source/fairshare
command -v python3 >/dev/null || { apt-get update && apt-get install -y python3; }
