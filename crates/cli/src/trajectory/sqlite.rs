//! Tables and texts of an SQLite file that may have been damaged or forged.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

/// Longer texts are not read. In bytes: thirty times the scene of a square kilometer of a city.
const MOST_TEXT: i64 = 256 << 20;

/// Opens a file to read it.
pub(super) fn open(path: &Path) -> Result<Connection> {
    // SQLite would say that it cannot open a database file.
    let file = std::fs::metadata(path)?;
    ensure!(file.is_file(), "it is no file");
    match open_with(path, OpenFlags::SQLITE_OPEN_READ_ONLY) {
        // An interrupted run left something to undo.
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ReadOnly) => {
            open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE).context("a run left it unfinished")
        }
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            Err(error).context("it is no SQLite file")
        }
        opened => opened.context("it is no sound SQLite file"),
    }
}

fn open_with(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    // Views and triggers of others run nothing here.
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
    // Opening reads nothing yet.
    connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
    Ok(connection)
}

/// The columns of a table; none if there is no such table. A view is no table: it might never end.
pub(super) fn columns(connection: &Connection, table: &str) -> Result<Vec<String>> {
    let is_there = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1";
    if connection.query_row(is_there, [table], |_| Ok(())).optional()?.is_none() {
        return Ok(Vec::new());
    }
    let mut query = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let names = query.query_map([table], |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

/// A value of the table of metadata.
pub(super) fn metadata(connection: &Connection, key: &str) -> Result<String> {
    ensure!(!columns(connection, "metadata")?.is_empty(), "it has no table `metadata`");
    text(connection, "SELECT length(value), value FROM metadata WHERE key = ?1", &[&key])?
        .with_context(|| format!("its table `metadata` has no `{key}`"))
}

/// The text of a row, if there is one. The query tells its length first.
pub(super) fn text(
    connection: &Connection,
    query: &str,
    values: &[&dyn rusqlite::ToSql],
) -> Result<Option<String>> {
    let mut query = connection.prepare(query)?;
    let mut rows = query.query(values)?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let length: i64 = row.get(0).context("a text is missing")?;
    ensure!(length <= MOST_TEXT, "a text of {length} bytes is too long");
    Ok(Some(row.get(1).context("a text is none")?))
}
