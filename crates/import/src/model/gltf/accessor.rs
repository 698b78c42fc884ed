//! Numbers out of buffers: accessors say which, views of buffers say where.

use super::{index_of, list};
use crate::json::Value;
use crate::model::fault::Fault;

/// Reads accessors.
pub(super) struct Accessors<'d> {
    accessors: Vec<Value<'d>>,
    views: Vec<Value<'d>>,
    buffers: &'d [Vec<u8>],
}

/// The type of a number, by its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

const REMEDY: &str = "export the model again";

impl<'d> Accessors<'d> {
    pub(super) fn new(root: Value<'d>, buffers: &'d [Vec<u8>]) -> Self {
        Self { accessors: list(root, "accessors"), views: list(root, "bufferViews"), buffers }
    }

    /// Places in space.
    pub(super) fn positions(&self, index: usize) -> Result<Vec<[f64; 3]>, Fault> {
        let numbers = self.numbers(index, "VEC3", 3)?;
        Ok(numbers.as_chunks::<3>().0.to_vec())
    }

    /// Indices of corners.
    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, Fault> {
        Ok(self.numbers(index, "SCALAR", 1)?.into_iter().map(|number| number as u32).collect())
    }

    /// All numbers of an accessor, one after another.
    fn numbers(&self, index: usize, kind: &str, width: usize) -> Result<Vec<f64>, Fault> {
        let fault = |what: String| Fault::new(format!("accessor {index}"), what, REMEDY);
        let accessor = *self.accessors.get(index).ok_or_else(|| fault("it does not exist".to_owned()))?;
        let found = accessor.get("type").and_then(Value::text).unwrap_or_default();
        if found != kind {
            return Err(fault(format!("its type is \"{found}\", and {kind} is needed")));
        }
        let count = number(accessor, "count").ok_or_else(|| fault("it has no count".to_owned()))?;
        let component = Component::of(accessor).ok_or_else(|| fault(UNKNOWN.to_owned()))?;
        let normalized = accessor.get("normalized").is_some_and(|value| value.kind() == "true");
        let mut numbers = match number(accessor, "bufferView") {
            Some(view) => {
                let offset = number(accessor, "byteOffset").unwrap_or(0);
                self.read(view, offset, [count, width], component, normalized).map_err(fault)?
            }
            None => {
                // Zeros that only a sparse part changes; the file must be able to say that many.
                let size: usize = self.buffers.iter().map(Vec::len).sum();
                if count > size {
                    return Err(fault(format!("it has {count} elements, and no view of a buffer")));
                }
                vec![0.0; count * width]
            }
        };
        if let Some(sparse) = accessor.get("sparse") {
            self.overwrite(sparse, &mut numbers, width, component, normalized).map_err(fault)?;
        }
        Ok(numbers)
    }

    /// Numbers of a view.
    fn read(
        &self,
        view: usize,
        offset: usize,
        [count, width]: [usize; 2],
        component: Component,
        normalized: bool,
    ) -> Result<Vec<f64>, String> {
        let value =
            *self.views.get(view).ok_or_else(|| format!("its view {view} of a buffer does not exist"))?;
        let compressed = value.get("extensions").and_then(Value::members);
        if let Some((name, _)) =
            compressed.into_iter().flatten().find(|(name, _)| name.contains("meshopt_compression"))
        {
            return Err(format!("its bytes are compressed ({name}); unpack it with `gltf-transform copy`"));
        }
        let buffer = number(value, "buffer").and_then(|buffer| self.buffers.get(buffer));
        let buffer = buffer.ok_or_else(|| format!("the buffer of view {view} does not exist"))?;
        let begin = number(value, "byteOffset").unwrap_or(0);
        let length = number(value, "byteLength").unwrap_or(0);
        let size = component.size() * width;
        let stride = number(value, "byteStride").filter(|&stride| stride > 0).unwrap_or(size);
        // Products of 32-bit numbers fit into 64 bits.
        let end = offset as u64 + count.saturating_sub(1) as u64 * stride as u64 + size as u64;
        let bytes = buffer.get(begin..).and_then(|rest| rest.get(..length.min(rest.len())));
        let bytes = bytes.filter(|bytes| count == 0 || end <= bytes.len() as u64).ok_or_else(|| {
            format!(
                "it needs {end} bytes of view {view}, which ends before (byteLength {length}, and its buffer has {} bytes)",
                buffer.len()
            )
        })?;
        let mut numbers = Vec::with_capacity(count * width);
        for element in 0..count {
            let at = offset + element * stride;
            let components = bytes[at..at + size].chunks_exact(component.size());
            numbers.extend(components.map(|bytes| component.read(bytes, normalized)));
        }
        Ok(numbers)
    }

    /// Applies the sparse part of an accessor.
    fn overwrite(
        &self,
        sparse: Value<'d>,
        numbers: &mut [f64],
        width: usize,
        component: Component,
        normalized: bool,
    ) -> Result<(), String> {
        let count = number(sparse, "count").ok_or("its sparse part has no count")?;
        let part = |name: &str| sparse.get(name).ok_or_else(|| format!("its sparse part has no {name}"));
        let view = |part: Value<'d>| {
            let view = number(part, "bufferView").ok_or("its sparse part has no view of a buffer")?;
            Ok::<_, String>((view, number(part, "byteOffset").unwrap_or(0)))
        };
        let indices = part("indices")?;
        let integer = Component::of(indices).ok_or(UNKNOWN)?;
        let (indices, offset) = view(indices)?;
        let indices = self.read(indices, offset, [count, 1], integer, false)?;
        let (values, offset) = view(part("values")?)?;
        let values = self.read(values, offset, [count, width], component, normalized)?;
        for (index, value) in indices.into_iter().zip(values.chunks_exact(width)) {
            let begin = index as usize * width;
            let place = numbers.get_mut(begin..begin + width);
            place
                .ok_or_else(|| format!("its sparse part changes element {index}, which does not exist"))?
                .copy_from_slice(value);
        }
        Ok(())
    }
}

const UNKNOWN: &str = "its componentType is not known";

fn number(object: Value<'_>, name: &str) -> Option<usize> {
    object.get(name).and_then(index_of)
}

impl Component {
    fn of(object: Value<'_>) -> Option<Self> {
        Some(match number(object, "componentType")? {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Reads a number; normalized integers are fractions of the largest.
    fn read(self, bytes: &[u8], normalized: bool) -> f64 {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        let [a, b, _, _] = four;
        let (value, largest) = match self {
            Self::I8 => (f64::from(i8::from_le_bytes([a])), 127.0),
            Self::U8 => (f64::from(a), 255.0),
            Self::I16 => (f64::from(i16::from_le_bytes([a, b])), 32767.0),
            Self::U16 => (f64::from(u16::from_le_bytes([a, b])), 65535.0),
            Self::U32 => (f64::from(u32::from_le_bytes(four)), 1.0),
            Self::F32 => (f64::from(f32::from_le_bytes(four)), 1.0),
        };
        if normalized { (value / largest).max(-1.0) } else { value }
    }
}
