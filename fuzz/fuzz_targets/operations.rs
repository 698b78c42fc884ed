//! Streams of operations on small coordinates, with the whole diagram checked on the way.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| throng_fuzz::run(bytes));
