//! The boundary between the simulator and the page: conversion only.
use wasm_bindgen::prelude::wasm_bindgen;

/// The simulator's version, part of what makes a result reproducible.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
