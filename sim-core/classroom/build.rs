//! Puts the page into the program: a zip file, whose path is in the variable `FAIRSHARE_PAGE`, or an empty file.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-env-changed=FAIRSHARE_PAGE");
    let target = Path::new(&env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR")).join("page.zip");
    match env::var_os("FAIRSHARE_PAGE") {
        Some(page) => {
            println!("cargo::rerun-if-changed={}", Path::new(&page).display());
            fs::copy(&page, target).expect("FAIRSHARE_PAGE must name a zip file of the page");
        }
        None => fs::write(target, []).expect("the folder of the build can be written"),
    }
}
