//! The header of a PLY file.

use super::Scalar;
use super::values::Encoding;
use crate::model::fault::Fault;

/// What a file has.
pub(super) struct Header {
    pub(super) encoding: Encoding,
    /// In the order of the file.
    pub(super) elements: Vec<Element>,
    /// Bytes of the header itself.
    pub(super) length: usize,
    /// Lines of the header itself.
    pub(super) lines: u32,
}

/// A kind of element.
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    /// Where it is told.
    pub(super) line: u32,
}

/// A property of an element.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) scalar: Scalar,
    /// For a list: what its length is written as.
    pub(super) count: Option<Scalar>,
}

impl Header {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        let mut header = Self { encoding: Encoding::Text, elements: Vec::new(), length: 0, lines: 0 };
        let mut encoding = None;
        for text in bytes.split_inclusive(|&byte| byte == b'\n') {
            header.lines += 1;
            header.length += text.len();
            let line = header.lines;
            let text = String::from_utf8_lossy(text);
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            match words.as_slice() {
                ["ply"] if line == 1 => {}
                _ if line == 1 => {
                    return Err(Fault::at_line(1, "the file does not begin with `ply`", "is it a PLY file?"));
                }
                ["format", word, ..] => encoding = Some(Encoding::named(word, line)?),
                ["element", name, count] => {
                    let count = count.parse().map_err(|_| {
                        let what = format!("\"{count}\" is not a number of elements");
                        Fault::at_line(line, what, "export the model again")
                    })?;
                    let properties = Vec::new();
                    header.elements.push(Element { name: (*name).to_owned(), count, properties, line });
                }
                ["property", "list", count, scalar, name] => {
                    let count = Some(Scalar::named(count, line)?);
                    header.add(
                        Property { name: (*name).to_owned(), scalar: Scalar::named(scalar, line)?, count },
                        line,
                    )?;
                }
                ["property", scalar, name] => {
                    let scalar = Scalar::named(scalar, line)?;
                    header.add(Property { name: (*name).to_owned(), scalar, count: None }, line)?;
                }
                ["end_header"] => {
                    header.encoding = encoding.ok_or_else(|| {
                        Fault::at_line(line, "the header has no `format`", "export the model again")
                    })?;
                    return Ok(header);
                }
                ["comment" | "obj_info", ..] | [] => {}
                _ => {
                    let what = format!("\"{}\" is not known in the header of a PLY file", words.join(" "));
                    return Err(Fault::at_line(line, what, "export the model again"));
                }
            }
        }
        Err(Fault::at_line(header.lines, "the header does not end (`end_header`)", "is the file complete?"))
    }

    fn add(&mut self, property: Property, line: u32) -> Result<(), Fault> {
        let Some(element) = self.elements.last_mut() else {
            return Err(Fault::at_line(
                line,
                "a property comes before any element",
                "export the model again",
            ));
        };
        element.properties.push(property);
        Ok(())
    }
}
