//! Every input that once failed, and the seeds of the fuzzer.

use std::path::Path;

#[test]
fn past_findings_stay_fixed() {
    replay("regress", throng_fuzz::run);
}

#[test]
fn past_findings_of_readers_stay_fixed() {
    replay("regress-readers", throng_fuzz::read);
}

#[test]
fn seeds_of_readers_are_read() {
    replay("seeds/readers", throng_fuzz::read);
}

#[test]
fn seeds_of_scenarios_run() {
    replay("seeds/scenarios", throng_fuzz::simulate);
}

#[test]
fn past_findings_of_models_stay_fixed() {
    replay("regress-models", throng_fuzz::extract);
}

#[test]
fn seeds_of_models_are_extracted() {
    replay("seeds/models", throng_fuzz::extract);
}

fn replay(folder: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} has files", folder.display());
    for file in files {
        println!("{}", file.display());
        run(&std::fs::read(&file).unwrap());
    }
}
