//! What the fuzz targets do with their bytes; without libFuzzer, so that findings replay as plain tests.

/// Runs the bytes as operations on a diagram or on an overlay; panics on a finding.
pub fn run(bytes: &[u8]) {
    throng_voronoi::fuzzing::fuzz_operations(bytes);
}

/// Reads the bytes as a file; the first chooses its format. Panics on a finding.
pub fn read(bytes: &[u8]) {
    throng_import::fuzzing::fuzz_readers(bytes);
}

/// Reads the bytes as a scenario and runs it for a moment. Panics on a finding.
pub fn simulate(bytes: &[u8]) {
    throng_crowd::fuzzing::fuzz_scenarios(bytes);
}

/// Reads the bytes as a 3D model and extracts it; the first chooses its format and how. Panics on a finding.
pub fn extract(bytes: &[u8]) {
    throng_import::model_fuzzing::fuzz_models(bytes);
    throng_import::fuzzing::fuzz_extract(bytes);
}
