//! 3D models of all formats, damaged: read and extracted.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| throng_fuzz::extract(bytes));
