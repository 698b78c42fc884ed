//! Writing answers and files.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes a line to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    writeln!(std::io::stdout(), "{text}").context("cannot write to standard output")
}

/// Writes a file, and the folders above it that are missing.
pub(crate) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// A number of bytes, for people.
pub(crate) fn bytes(count: usize) -> String {
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
