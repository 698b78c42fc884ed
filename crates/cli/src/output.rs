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

/// Writes a file whole or not at all: what was there stays until the new one is complete.
pub(crate) fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    // Something that is not a file, such as a pipe, cannot be replaced; and a link shall stay one.
    if std::fs::symlink_metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return write_file(path, bytes);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = write_file(&part, bytes).and_then(|()| {
        std::fs::rename(&part, path).with_context(|| format!("cannot write {}", path.display()))
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// A number of bytes, for people.
pub(crate) fn bytes(count: usize) -> String {
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
