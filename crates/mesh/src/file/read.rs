//! Reading: the reverse of [`super::write`], which believes no count.
//!
//! Nothing is allocated but for records that are there. Ids and numbers are looked at afterwards, in [`crate::sound`].

use super::LoadError;
use super::record::{Head, IndexRecord, LayerRecord, Record, RegionRecord};
use super::section::{Section, Sections, records};
use crate::blocks::Blocks;
use crate::height::Heights;
use crate::index::Index;
use crate::mesh::{Cell, Counts, Edge, Joint, LayerOf, Link, Mesh, Wall};
use crate::page::FREE;
use crate::prepared::Prepared;
use crate::scene::Region;
use throng_voronoi::Grid;

/// What layers share: of each section the bytes that are not taken yet.
struct Shared<'a> {
    links: &'a [u8],
    regions: &'a [u8],
    corners: &'a [u8],
    triangles: &'a [u8],
    starts: &'a [u8],
    items: &'a [u8],
    text: &'a [u8],
}

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, LoadError> {
    let sections = Sections::of_file(bytes)?;
    let mut shared = Shared {
        links: sections.bytes(Section::LayerLinks),
        regions: sections.bytes(Section::Regions),
        corners: sections.bytes(Section::RegionCorners),
        triangles: sections.bytes(Section::Triangles),
        starts: sections.bytes(Section::Starts),
        items: sections.bytes(Section::Items),
        text: sections.bytes(Section::Text),
    };
    let heads: Vec<Head> = sections.all(Section::Head);
    let [head] = heads[..] else {
        return Err(LoadError::Malformed { what: "it has several heads, or none" });
    };
    let name = shared.words(head.name)?;
    let mut layers = Vec::new();
    for record in sections.all::<LayerRecord>(Section::Layers) {
        layers.push(shared.layer(&record)?);
    }
    let Shared { links, regions, corners, triangles, starts, items, text } = shared;
    if ![links, regions, corners, triangles, starts, items, text].iter().all(|rest| rest.is_empty()) {
        return Err(LoadError::Malformed { what: "it has parts that belong to no layer" });
    }
    let joints: Blocks<Joint> = sections.blocks(Section::Joints);
    let cells: Blocks<Cell> = sections.blocks(Section::Cells);
    let edges: Blocks<Edge> = sections.blocks(Section::Edges);
    let corners: Blocks<[f64; 2]> = sections.blocks(Section::Corners);
    let walls: Blocks<Wall> = sections.blocks(Section::Walls);
    let live = Counts::of_lengths([joints.len(), cells.len(), edges.len(), corners.len(), walls.len()]);
    let grid = Grid { origin: head.origin, unit: head.unit };
    let mut links: Vec<Link> = sections.all(Section::Links);
    links.iter_mut().for_each(|link| link.near = Link::nearness(&grid));
    Ok(Mesh {
        name,
        grid,
        joints,
        flanks: sections.blocks(Section::Flanks),
        cells,
        edges,
        corners,
        walls,
        layers,
        links,
        live,
        num_vertices: head.num_vertices,
        num_components: head.num_components,
        doubled_area: head.doubled_area,
        version: 0,
        prepared: Prepared::default(),
    })
}

impl Shared<'_> {
    fn layer(&mut self, record: &LayerRecord) -> Result<LayerOf, LoadError> {
        let id = self.words(record.id)?;
        let links = taken(&mut self.links, u64::from(record.links))?;
        let mut regions = Vec::new();
        for region in taken::<RegionRecord>(&mut self.regions, u64::from(record.regions))? {
            let polygon = taken(&mut self.corners, u64::from(region.corners))?;
            regions.push(Region { label: self.words(region.label)?, polygon });
        }
        let index = self.index(&record.index)?;
        let heights = match record.heights {
            0 => Heights::Flat(record.height),
            1 => {
                let triangles = taken(&mut self.triangles, u64::from(record.triangles))?;
                Heights::Triangles { triangles, index: self.index(&record.height_index)? }
            }
            _ => return Err(LoadError::Malformed { what: "a layer has heights of an unknown kind" }),
        };
        Ok(LayerOf { id, links, regions: regions.into(), heights: heights.into(), index })
    }

    fn index(&mut self, record: &IndexRecord) -> Result<Index, LoadError> {
        let IndexRecord { origin, per_meter, columns, rows } = *record;
        let starts: Vec<u32> = taken(&mut self.starts, u64::from(columns) * u64::from(rows) + 1)?;
        let items: Vec<u32> = taken(&mut self.items, starts.last().map_or(0, |&end| u64::from(end)))?;
        if starts[0] != 0 || !starts.is_sorted() || items.contains(&FREE) {
            return Err(LoadError::Malformed { what: "the lists of an index are broken" });
        }
        let mut index = Index { origin, per_meter, columns, rows, ..Index::default() };
        index.set_lists(&starts, &items);
        Ok(index)
    }

    fn words(&mut self, bytes: u32) -> Result<String, LoadError> {
        let bytes = taken(&mut self.text, u64::from(bytes))?;
        String::from_utf8(bytes).map_err(|_| LoadError::Malformed { what: "a name is not text" })
    }
}

/// Takes records off the front of a section.
fn taken<T: Record>(from: &mut &[u8], count: u64) -> Result<Vec<T>, LoadError> {
    let length = usize::try_from(count).ok().and_then(|count| count.checked_mul(T::SIZE));
    let Some((own, rest)) = length.and_then(|length| from.split_at_checked(length)) else {
        return Err(LoadError::Malformed { what: "a layer needs more than there is" });
    };
    *from = rest;
    Ok(records(own))
}
