//! Where the bytes of a glTF file are: in its second chunk, in the JSON as base64, or in files beside it.

use super::{index_of, list};
use crate::json::Value;
use crate::model::fault::Fault;
use crate::model::read::Siblings;

/// The JSON, and the bytes after it in a `.glb` file.
pub(super) struct Contents<'b> {
    pub(super) json: &'b [u8],
    pub(super) binary: Option<&'b [u8]>,
}

const JSON: &[u8; 4] = b"JSON";
const BINARY: &[u8; 4] = b"BIN\0";

/// Takes a file apart.
pub(super) fn split(bytes: &[u8]) -> Result<Contents<'_>, Fault> {
    if !bytes.starts_with(b"glTF") {
        return Ok(Contents { json: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), binary: None });
    }
    let version = word(bytes, 4);
    if version.is_some_and(|version| version != 2) {
        let what = format!("it is a binary glTF file of version {}", version.unwrap_or_default());
        return Err(Fault::new("", what, "export it as glTF 2.0"));
    }
    let (mut json, mut binary) = (None, None);
    let mut at = 12;
    while let Some(length) = word(bytes, at) {
        let kind = bytes.get(at + 4..at + 8).unwrap_or_default();
        let body = bytes.get(at + 8..).and_then(|rest| rest.get(..length as usize)).ok_or_else(|| {
            let what = format!("a chunk of {length} bytes goes beyond the end of the file");
            Fault::new(format!("byte {at}"), what, "is the file complete? Export the model again")
        })?;
        if kind == JSON && json.is_none() {
            json = Some(body);
        } else if kind == BINARY && binary.is_none() {
            binary = Some(body);
        }
        at += 8 + length as usize;
    }
    let json = json.ok_or_else(|| Fault::new("", "it has no chunk of JSON", "export the model again"))?;
    Ok(Contents { json: json.trim_ascii_end(), binary })
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The bytes of all buffers. A buffer that nobody uses may be missing.
pub(super) fn buffers(
    root: Value<'_>,
    binary: Option<&[u8]>,
    siblings: Siblings<'_>,
) -> Result<Vec<Vec<u8>>, Fault> {
    let mut buffers = Vec::new();
    for (index, buffer) in list(root, "buffers").into_iter().enumerate() {
        let length = buffer.get("byteLength").and_then(index_of);
        let mut bytes = match buffer.get("uri").and_then(Value::text) {
            Some(uri) => load(uri, siblings).map_err(|what| {
                Fault::new(
                    format!("buffer {index}"),
                    what,
                    "put the file beside the model, or export it as .glb",
                )
            })?,
            None if index == 0 => binary.unwrap_or_default().to_vec(),
            None => Vec::new(),
        };
        // Chunks are padded.
        bytes.truncate(length.unwrap_or(usize::MAX));
        buffers.push(bytes);
    }
    Ok(buffers)
}

fn load(uri: &str, siblings: Siblings<'_>) -> Result<Vec<u8>, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        let (kind, data) = data.split_once(',').ok_or("its data has no comma")?;
        return match kind.ends_with(";base64") {
            true => decode(data.as_bytes()).ok_or_else(|| "its data is not base64".to_owned()),
            false => Ok(unescape(data)),
        };
    }
    if uri.contains("://") {
        return Err(format!("its bytes are at {uri}, and only files are read"));
    }
    let name = String::from_utf8_lossy(&unescape(uri)).into_owned();
    siblings(&name).map_err(|reason| format!("the file {name} with its bytes cannot be read: {reason}"))
}

/// Bytes with %20 and the like made plain.
fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        plain.push(code.unwrap_or(bytes[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    plain
}

/// Bytes of base64, with or without padding.
fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for &letter in text {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => continue,
            _ if letter.is_ascii_whitespace() => continue,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0x00ff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let cases: [(&str, &[u8]); 5] =
            [("", b""), ("Zg==", b"f"), ("Zm8=", b"fo"), ("Zm9v", b"foo"), ("Zm9vYmE", b"fooba")];
        for (text, plain) in cases {
            assert_eq!(decode(text.as_bytes()).as_deref(), Some(plain));
        }
        assert_eq!(decode(b"Zm9*"), None);
        assert_eq!(unescape("a%20b%zz%2"), b"a b%zz%2");
    }
}
