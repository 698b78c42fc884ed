//! Every input that once failed.

use std::path::Path;

#[test]
fn past_findings_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regress");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        println!("{}", file.display());
        throng_fuzz::run(&std::fs::read(&file).unwrap());
    }
}
