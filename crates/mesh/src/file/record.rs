//! Records: how each part of a mesh is laid out in bytes, writing beside reading.

use crate::id::{CellId, CornerId, EdgeId, FlankId, JointId};
use crate::index::Index;
use crate::mesh::{Cell, Edge, Flank, Joint, Link, Obstacle, Wall};
use crate::scene::{ConnectionId, Corner, LayerId};

/// Something with a fixed number of bytes.
pub(super) trait Record: Sized {
    /// How many.
    const SIZE: usize;

    /// Writes it to that many bytes.
    fn put(&self, to: &mut [u8]);

    /// Reads it from at least that many bytes.
    fn take(from: &[u8]) -> Self;
}

/// What is there once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) origin: [f64; 2],
    pub(super) unit: f64,
    pub(super) doubled_area: i128,
    pub(super) num_vertices: u32,
    pub(super) num_components: u32,
    /// Bytes of the name.
    pub(super) name: u32,
}

/// A layer, and how much it takes of the sections that layers share:
/// five numbers of 4 bytes, 0, the height, and the two indices with 32 bytes each.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerRecord {
    /// Bytes of its name.
    pub(super) id: u32,
    pub(super) links: u32,
    pub(super) regions: u32,
    /// 0 if it is flat, 1 if it has triangles.
    pub(super) heights: u32,
    pub(super) triangles: u32,
    /// If it is flat.
    pub(super) height: f64,
    pub(super) index: IndexRecord,
    /// Of its triangles; all zero if it is flat.
    pub(super) height_index: IndexRecord,
}

/// An index: where it is, and how many buckets it has. The last of their starts tells the number of items.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IndexRecord {
    pub(super) origin: [f64; 2],
    pub(super) per_meter: f64,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RegionRecord {
    /// Bytes of its label.
    pub(super) label: u32,
    pub(super) corners: u32,
}

impl IndexRecord {
    pub(super) fn new(index: &Index) -> Self {
        let Index { origin, per_meter, columns, rows, .. } = *index;
        Self { origin, per_meter, columns, rows }
    }
}

/// Declares the layout of a record: its bytes, and the fields with their offsets.
macro_rules! record {
    ($name:ty, $size:literal, |$item:ident, $from:ident| { $($at:literal => $field:expr),+ $(,)? } => $made:expr) => {
        impl Record for $name {
            const SIZE: usize = $size;

            #[inline]
            fn put(&self, to: &mut [u8]) {
                let $item = self;
                $( $field.put(&mut to[$at..]); )+
            }

            #[inline]
            fn take(from: &[u8]) -> Self {
                let $from = &from[..Self::SIZE];
                $made
            }
        }
    };
}

macro_rules! number {
    ($($name:ty, $size:literal);+) => {
        $(impl Record for $name {
            const SIZE: usize = $size;

            #[inline]
            fn put(&self, to: &mut [u8]) {
                to[..$size].copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn take(from: &[u8]) -> Self {
                let mut bytes = [0; $size];
                bytes.copy_from_slice(&from[..$size]);
                Self::from_le_bytes(bytes)
            }
        })+
    };
}

number! { u8, 1; u32, 4; f64, 8; i128, 16 }

#[inline]
fn id(from: &[u8], at: usize) -> u32 {
    u32::take(&from[at..])
}

#[inline]
fn real(from: &[u8], at: usize) -> f64 {
    f64::take(&from[at..])
}

#[inline]
fn place(from: &[u8], at: usize) -> [f64; 2] {
    [real(from, at), real(from, at + 8)]
}

record!([f64; 2], 16, |it, from| { 0 => it[0], 8 => it[1] } => place(from, 0));

record!(Corner, 24, |it, from| { 0 => it[0], 8 => it[1], 16 => it[2] } =>
    [real(from, 0), real(from, 8), real(from, 16)]);

record!([Corner; 3], 72, |it, from| { 0 => it[0], 24 => it[1], 48 => it[2] } =>
    [Corner::take(from), Corner::take(&from[24..]), Corner::take(&from[48..])]);

record!(ConnectionId, 4, |it, from| { 0 => it.0 } => Self(id(from, 0)));

record!(Joint, 32, |it, from| { 0 => it.at, 16 => it.clearance, 24 => it.flank.0, 28 => it.layer.0 } => Self {
    at: place(from, 0),
    clearance: real(from, 16),
    flank: FlankId(id(from, 24)),
    layer: LayerId(id(from, 28)),
});

record!(Flank, 16, |it, from| { 0 => it.start.0, 4 => it.next.0, 8 => it.prev.0, 12 => it.obstacle.0 } => Self {
    start: JointId(id(from, 0)),
    next: FlankId(id(from, 4)),
    prev: FlankId(id(from, 8)),
    obstacle: Obstacle(id(from, 12)),
});

record!(Cell, 8, |it, from| { 0 => it.edge.0, 4 => it.layer } => Self {
    edge: EdgeId(id(from, 0)),
    layer: id(from, 4),
});

record!(Edge, 28, |it, from| {
    0 => it.length, 8 => it.min_clearance, 16 => it.first_cell.0, 20 => it.num_cells, 24 => it.component,
} => Self {
    length: real(from, 0),
    min_clearance: real(from, 8),
    first_cell: CellId(id(from, 16)),
    num_cells: id(from, 20),
    component: id(from, 24),
});

record!(Wall, 28, |it, from| {
    0 => it.direction, 16 => it.ends[0].0, 20 => it.ends[1].0, 24 => it.layer.0,
} => Self {
    direction: place(from, 0),
    ends: [CornerId(id(from, 16)), CornerId(id(from, 20))],
    layer: LayerId(id(from, 24)),
});

record!(Link, 44, |it, from| {
    0 => it.segment[0], 16 => it.segment[1], 32 => it.between[0].0, 36 => it.between[1].0, 40 => u32::from(it.open),
} => Self {
    segment: [place(from, 0), place(from, 16)],
    between: [LayerId(id(from, 32)), LayerId(id(from, 36))],
    open: id(from, 40) != 0,
    // The reader knows the grid, and sets this.
    near: 0.0,
});

record!(Head, 56, |it, from| {
    0 => it.origin, 16 => it.unit, 24 => it.doubled_area,
    40 => it.num_vertices, 44 => it.num_components, 48 => it.name,
} => Self {
    origin: place(from, 0),
    unit: real(from, 16),
    doubled_area: i128::take(&from[24..]),
    num_vertices: id(from, 40),
    num_components: id(from, 44),
    name: id(from, 48),
});

record!(IndexRecord, 32, |it, from| { 0 => it.origin, 16 => it.per_meter, 24 => it.columns, 28 => it.rows } => Self {
    origin: place(from, 0),
    per_meter: real(from, 16),
    columns: id(from, 24),
    rows: id(from, 28),
});

record!(LayerRecord, 96, |it, from| {
    0 => it.id, 4 => it.links, 8 => it.regions, 12 => it.heights, 16 => it.triangles,
    24 => it.height, 32 => it.index, 64 => it.height_index,
} => Self {
    id: id(from, 0),
    links: id(from, 4),
    regions: id(from, 8),
    heights: id(from, 12),
    triangles: id(from, 16),
    height: real(from, 24),
    index: IndexRecord::take(&from[32..]),
    height_index: IndexRecord::take(&from[64..]),
});

record!(RegionRecord, 8, |it, from| { 0 => it.label, 4 => it.corners } => Self {
    label: id(from, 0),
    corners: id(from, 4),
});
