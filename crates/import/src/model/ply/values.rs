//! The values after the header of a PLY file, one after another.

use crate::model::fault::Fault;

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Text,
    Little,
    Big,
}

/// What a value is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

/// Reads values in turn.
pub(super) struct Values<'b> {
    rest: &'b [u8],
    encoding: Encoding,
}

impl Encoding {
    pub(super) fn named(name: &str, line: u32) -> Result<Self, Fault> {
        match name {
            "ascii" => Ok(Self::Text),
            "binary_little_endian" => Ok(Self::Little),
            "binary_big_endian" => Ok(Self::Big),
            _ => {
                let what = format!("the format \"{name}\" is not known");
                Err(Fault::at_line(line, what, "export it as ascii or binary_little_endian"))
            }
        }
    }
}

impl Scalar {
    pub(super) fn named(name: &str, line: u32) -> Result<Self, Fault> {
        Ok(match name {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => {
                let what = format!("the type \"{name}\" of a property is not known");
                return Err(Fault::at_line(line, what, "export the model again"));
            }
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

impl<'b> Values<'b> {
    pub(super) fn new(rest: &'b [u8], encoding: Encoding) -> Self {
        Self { rest, encoding }
    }

    /// The next value, not a number if it cannot be read; none at the end.
    pub(super) fn next(&mut self, scalar: Scalar) -> Option<f64> {
        if self.encoding == Encoding::Text {
            let begin = self.rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
            let rest = &self.rest[begin..];
            let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let (word, rest) = rest.split_at(length);
            self.rest = rest;
            return Some(
                std::str::from_utf8(word).ok().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN),
            );
        }
        let (bytes, rest) = self.rest.split_at_checked(scalar.size())?;
        self.rest = rest;
        // Bytes in the order of a number, most significant last.
        let mut little = [0_u8; 8];
        little[..bytes.len()].copy_from_slice(bytes);
        if self.encoding == Encoding::Big {
            little[..bytes.len()].reverse();
        }
        let [a, b, c, d, ..] = little;
        Some(match scalar {
            Scalar::I8 => f64::from(i8::from_le_bytes([a])),
            Scalar::U8 => f64::from(a),
            Scalar::I16 => f64::from(i16::from_le_bytes([a, b])),
            Scalar::U16 => f64::from(u16::from_le_bytes([a, b])),
            Scalar::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Scalar::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Scalar::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Scalar::F64 => f64::from_le_bytes(little),
        })
    }

    /// How many values the rest of the file can hold at most.
    pub(super) fn most_left(&self, scalar: Scalar) -> usize {
        let size = if self.encoding == Encoding::Text { 1 } else { scalar.size() };
        self.rest.len() / size
    }
}
