//! Writing: arrays as they are, and what layers own one after the other into the sections that they share.

use super::record::{Head, IndexRecord, LayerRecord, RegionRecord};
use super::section::{Section, Writer};
use crate::height::Heights;
use crate::index::Index;
use crate::mesh::{LayerOf, Mesh};
use crate::scene::{ConnectionId, Corner};

/// What layers share.
#[derive(Default)]
struct Shared {
    links: Vec<ConnectionId>,
    regions: Vec<RegionRecord>,
    corners: Vec<Corner>,
    triangles: Vec<[Corner; 3]>,
    starts: Vec<u32>,
    items: Vec<u32>,
    text: Vec<u8>,
}

pub(super) fn write(mesh: &Mesh) -> Vec<u8> {
    let mesh = &*mesh.compact();
    let mut shared = Shared::default();
    shared.text.extend(mesh.name.as_bytes());
    let layers: Vec<LayerRecord> = mesh.layers.iter().map(|layer| shared.add(layer)).collect();
    let mut to = Writer::new(mesh.bytes());
    let head = Head {
        origin: mesh.grid.origin,
        unit: mesh.grid.unit,
        doubled_area: mesh.doubled_area,
        num_vertices: mesh.num_vertices,
        num_components: mesh.num_components,
        name: mesh.name.len() as u32,
    };
    to.add(Section::Head, &[head]);
    to.add_blocks(Section::Joints, &mesh.joints);
    to.add_blocks(Section::Flanks, &mesh.flanks);
    to.add_blocks(Section::Cells, &mesh.cells);
    to.add_blocks(Section::Edges, &mesh.edges);
    to.add_blocks(Section::Corners, &mesh.corners);
    to.add_blocks(Section::Walls, &mesh.walls);
    to.add(Section::Links, &mesh.links);
    to.add(Section::Layers, &layers);
    to.add(Section::LayerLinks, &shared.links);
    to.add(Section::Regions, &shared.regions);
    to.add(Section::RegionCorners, &shared.corners);
    to.add(Section::Triangles, &shared.triangles);
    to.add(Section::Starts, &shared.starts);
    to.add(Section::Items, &shared.items);
    to.add(Section::Text, &shared.text);
    to.finish()
}

impl Shared {
    fn add(&mut self, layer: &LayerOf) -> LayerRecord {
        self.text.extend(layer.id.as_bytes());
        self.links.extend(&layer.links);
        for region in &*layer.regions {
            let (label, corners) = (region.label.len() as u32, region.polygon.len() as u32);
            self.regions.push(RegionRecord { label, corners });
            self.corners.extend(&region.polygon);
            self.text.extend(region.label.as_bytes());
        }
        let index = self.add_index(&layer.index);
        let (heights, height, triangles, height_index) = match &*layer.heights {
            Heights::Flat(height) => (0, *height, 0, IndexRecord::default()),
            Heights::Triangles { triangles, index } => {
                self.triangles.extend(triangles);
                (1, 0.0, triangles.len() as u32, self.add_index(index))
            }
        };
        LayerRecord {
            id: layer.id.len() as u32,
            links: layer.links.len() as u32,
            regions: layer.regions.len() as u32,
            heights,
            triangles,
            height,
            index,
            height_index,
        }
    }

    fn add_index(&mut self, index: &Index) -> IndexRecord {
        let before = self.items.len();
        self.starts.push(0);
        for list in index.lists() {
            self.items.extend_from_slice(list);
            self.starts.push((self.items.len() - before) as u32);
        }
        IndexRecord::new(index)
    }
}
