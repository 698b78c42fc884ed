//! The header and the table of sections: where in a file what is.

use super::record::{LayerRecord, Record};
use super::{CHECKSUM, HEADER, LoadError, MAGIC, VERSION};
use crate::blocks::Blocks;
use crate::mesh::{Cell, Edge, Flank, Joint, Link, Wall};
use crate::scene::{ConnectionId, Corner};

/// A section, by its index in the table. Its kind is one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Head,
    Joints,
    Flanks,
    Cells,
    Edges,
    Corners,
    Walls,
    Links,
    Layers,
    LayerLinks,
    Regions,
    RegionCorners,
    Triangles,
    Starts,
    Items,
    Text,
}

const COUNT: usize = 16;

/// Bytes of a record of each section.
const SIZES: [usize; COUNT] = [
    super::record::Head::SIZE,
    Joint::SIZE,
    Flank::SIZE,
    Cell::SIZE,
    Edge::SIZE,
    <[f64; 2]>::SIZE,
    Wall::SIZE,
    Link::SIZE,
    LayerRecord::SIZE,
    ConnectionId::SIZE,
    super::record::RegionRecord::SIZE,
    Corner::SIZE,
    <[Corner; 3]>::SIZE,
    u32::SIZE,
    u32::SIZE,
    u8::SIZE,
];

/// Bytes of an entry of the table.
const ENTRY: usize = 24;

/// Where the first section starts.
const FIRST: usize = HEADER + COUNT * ENTRY;

/// The bytes of each section.
pub(super) struct Sections<'a>([&'a [u8]; COUNT]);

impl<'a> Sections<'a> {
    /// Takes a file apart. What comes back is whole records of the right size.
    pub(super) fn of_file(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let body = envelope(bytes)?;
        let entry = |at: usize| (u32::take(&body[at..]), u32::take(&body[at + 4..]));
        let mut sections: [&[u8]; COUNT] = [&[]; COUNT];
        let mut offset = FIRST;
        for (index, section) in sections.iter_mut().enumerate() {
            let at = HEADER + index * ENTRY;
            let (place, count) = (u64_at(body, at + 8), u64_at(body, at + 16));
            if entry(at) != (index as u32 + 1, SIZES[index] as u32) || place != offset as u64 {
                return Err(LoadError::Malformed { what: "a section is not where or what it should be" });
            }
            let length = usize::try_from(count).ok().and_then(|count| count.checked_mul(SIZES[index]));
            let end = length.and_then(|length| offset.checked_add(length));
            let inside = end.and_then(|end| body.get(offset..end));
            let Some(inside) = inside else {
                return Err(LoadError::Malformed { what: "a section reaches beyond the end" });
            };
            *section = inside;
            offset = (offset + inside.len()).next_multiple_of(8);
        }
        if offset != body.len() {
            return Err(LoadError::Malformed { what: "there is more than the sections" });
        }
        Ok(Self(sections))
    }

    /// All records of a section.
    pub(super) fn all<T: Record>(&self, section: Section) -> Vec<T> {
        records(self.0[section as usize])
    }

    /// All records of a section, in blocks.
    pub(super) fn blocks<T: Record + Copy + Send + Sync>(&self, section: Section) -> Blocks<T> {
        let bytes = self.0[section as usize];
        Blocks::from_fn(bytes.len() / T::SIZE, |index| T::take(&bytes[index * T::SIZE..]))
    }

    /// The bytes of a section.
    pub(super) fn bytes(&self, section: Section) -> &'a [u8] {
        self.0[section as usize]
    }
}

/// The records that bytes consist of.
pub(super) fn records<T: Record>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::SIZE).map(T::take).collect()
}

/// Checks everything around the sections; returns the file without its checksum.
fn envelope(bytes: &[u8]) -> Result<&[u8], LoadError> {
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
        return Err(LoadError::NotAMesh);
    }
    let found = bytes.len() as u64;
    let least = FIRST + CHECKSUM;
    if bytes.len() < least {
        return Err(LoadError::Length { found, expected: least as u64 });
    }
    let version = u32::take(&bytes[8..]);
    if version > VERSION {
        return Err(LoadError::Newer { version });
    }
    if version < VERSION {
        return Err(LoadError::Older { version });
    }
    let expected = u64_at(bytes, 16);
    if expected != found {
        return Err(LoadError::Length { found, expected });
    }
    let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    let (found, expected) = (crc32fast::hash(body), u32::take(checksum));
    if found != expected {
        return Err(LoadError::Checksum { found, expected });
    }
    // Flags have no meaning yet.
    if u32::take(&bytes[12..]) != 0 || u32::take(&bytes[24..]) != COUNT as u32 {
        return Err(LoadError::Malformed { what: "its header is none" });
    }
    Ok(body)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32::take(&bytes[at..])) | u64::from(u32::take(&bytes[at + 4..])) << 32
}

/// A file that is being written.
pub(super) struct Writer {
    bytes: Vec<u8>,
    sections: usize,
}

impl Writer {
    /// A file with room for this many bytes of records.
    pub(super) fn new(room: usize) -> Self {
        let mut bytes = Vec::with_capacity(room + FIRST + 8 * COUNT + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.resize(FIRST, 0);
        bytes[24..28].copy_from_slice(&(COUNT as u32).to_le_bytes());
        Self { bytes, sections: 0 }
    }

    /// Writes the next section, which has to be this one.
    pub(super) fn add<T: Record>(&mut self, section: Section, records: &[T]) {
        self.add_slices(section, records.len(), std::iter::once(records));
    }

    /// The same with an array in blocks.
    pub(super) fn add_blocks<T: Record + Copy>(&mut self, section: Section, records: &Blocks<T>) {
        self.add_slices(section, records.len(), records.slices());
    }

    fn add_slices<'a, T: Record + 'a>(
        &mut self,
        section: Section,
        count: usize,
        slices: impl Iterator<Item = &'a [T]>,
    ) {
        debug_assert_eq!(section as usize, self.sections, "sections have an order");
        debug_assert_eq!(SIZES[section as usize], T::SIZE, "a section has one kind of record");
        let (offset, at) = (self.bytes.len(), HEADER + self.sections * ENTRY);
        let entry = &mut self.bytes[at..at + ENTRY];
        entry[..4].copy_from_slice(&(section as u32 + 1).to_le_bytes());
        entry[4..8].copy_from_slice(&(T::SIZE as u32).to_le_bytes());
        entry[8..16].copy_from_slice(&(offset as u64).to_le_bytes());
        entry[16..].copy_from_slice(&(count as u64).to_le_bytes());
        self.bytes.resize((offset + count * T::SIZE).next_multiple_of(8), 0);
        let mut rest = &mut self.bytes[offset..];
        for records in slices {
            let (own, after) = rest.split_at_mut(records.len() * T::SIZE);
            for (record, to) in records.iter().zip(own.chunks_exact_mut(T::SIZE)) {
                record.put(to);
            }
            rest = after;
        }
        self.sections += 1;
    }

    /// The file, with its length and checksum.
    pub(super) fn finish(mut self) -> Vec<u8> {
        debug_assert_eq!(self.sections, COUNT, "all sections are there");
        let length = (self.bytes.len() + CHECKSUM) as u64;
        self.bytes[16..24].copy_from_slice(&length.to_le_bytes());
        let checksum = crc32fast::hash(&self.bytes);
        self.bytes.extend(checksum.to_le_bytes());
        self.bytes
    }
}
