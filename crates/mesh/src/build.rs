//! Building a mesh: the pipeline, one step a line.
//!
//! 1. Look at the scene as a whole: names of layers, ends of connections, a grid on which everything fits.
//! 2. Find the border of every layer, in parallel ([`crate::border`]).
//! 3. Glue the layers and open the connections ([`crate::connect`]).
//! 4. Extract the medial axis ([`crate::axis`]), and find out which of it is on which layer ([`crate::layering`]).
//! 5. Number the components, and make the index of each layer.
//!
//! The result does not depend on the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;
use throng_voronoi::{Grid, GridPoint};

use crate::axis::Axis;
use crate::border::Border;
use crate::change::KeptForest;
use crate::change::{Layout, Ties};
use crate::connect::Ground;
use crate::height::Heights;
use crate::id::{CellId, EdgeId};
use crate::index::Index;
use crate::mesh::{Counts, LayerOf, Link, Mesh};
use crate::plane::bounds;
use crate::prepared::Prepared;
use crate::problem::{Fault, Problem, Whereabouts};
use crate::scene::{Connection, ConnectionId, Layer, LayerId, Part, Scene};

/// A mesh, and what there is to say about how it was made.
#[derive(Debug)]
pub struct Built {
    /// The mesh.
    pub mesh: Mesh,
    /// What was repaired.
    pub repairs: Vec<Problem>,
    /// Where the time went.
    pub seconds: Seconds,
}

/// What is being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The borders and diagrams of layers.
    Layers,
    /// Gluing the layers, opening the connections.
    Connections,
    /// The medial axis.
    Axis,
    /// The location index.
    Index,
}

/// Where the time of building went. \[s\]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds {
    /// Snapping, splitting and merging rings: the sum over all layers.
    pub clean: f64,
    /// Diagrams, regions, removals: the sum over all layers.
    pub voronoi: f64,
    /// Gluing the layers and opening the connections.
    pub connect: f64,
    /// Of that: opening the connections.
    pub open: f64,
    /// Medial axis, layers, components, location index.
    pub mesh: f64,
    /// From start to end, by the clock.
    pub total: f64,
}

/// Why there is no mesh: everything that is wrong with the scene, and what was repaired besides.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", first_words(problems))]
pub struct BuildError {
    /// All problems; at least one is an error.
    pub problems: Vec<Problem>,
}

impl Mesh {
    /// Builds the mesh of a scene.
    ///
    /// # Errors
    /// All problems of the scene in one go, if there is one that cannot be repaired.
    pub fn build(scene: &Scene) -> Result<Built, BuildError> {
        Self::build_with(scene, &|_, _, _| {})
    }

    /// Builds the mesh of a scene, and tells how far it is: the stage, how much of it is done, and of how much. Stages follow
    /// each other; layers are told from several threads.
    ///
    /// # Errors
    /// As [`Mesh::build`].
    pub fn build_with(
        scene: &Scene,
        progress: &(dyn Fn(Stage, usize, usize) + Sync),
    ) -> Result<Built, BuildError> {
        let start = Instant::now();
        let mut seconds = Seconds::default();
        let mut problems = Vec::new();
        let ground = prepare(scene, progress, &mut problems, &mut seconds);
        let (Some((ground, grid)), false) = (ground, problems.iter().any(|p| p.fault.is_error())) else {
            return Err(BuildError { problems });
        };
        let glued = start.elapsed().as_secs_f64();
        // Step 4.
        progress(Stage::Axis, 0, 1);
        let (axis, origin) = Axis::new(&ground, &grid);
        let mut mesh = assemble(scene, &grid, &ground.links, axis);
        // Memory of the diagram is not needed any more, and freeing it takes a while.
        rayon::join(
            || drop((ground, origin)),
            || {
                mesh.assign_layers();
                mesh.number_components();
                progress(Stage::Index, 0, 1);
                mesh.make_index();
            },
        );
        seconds.total = start.elapsed().as_secs_f64();
        seconds.mesh = seconds.total - glued;
        Ok(Built { mesh, repairs: problems, seconds })
    }
}

/// Builds a mesh, and keeps what is needed to change it. `furnish` may change the layout before the medial axis is extracted. `None` if there is no
/// mesh; the reasons are among the problems.
pub(crate) fn build_live(
    scene: &Scene,
    problems: &mut Vec<Problem>,
    furnish: impl FnOnce(&mut Layout) -> Result<(), String>,
) -> Option<(Layout, Mesh, Ties)> {
    let (ground, grid) = prepare(scene, &|_, _, _| {}, problems, &mut Seconds::default())?;
    if problems.iter().any(|problem| problem.fault.is_error()) {
        return None;
    }
    let links = links_of(scene, &grid, &ground.links);
    let layout = Layout::new(ground, grid, links, scene.layers.len());
    let layout = layout.and_then(|mut layout| furnish(&mut layout).map(|()| layout));
    let layout = match layout {
        Ok(layout) => layout,
        Err(reason) => {
            problems.push(Problem { place: Whereabouts::default(), fault: Fault::Internal { reason } });
            return None;
        }
    };
    let (axis, origin) = Axis::new(&layout.ground, &grid);
    let mut mesh = assemble(scene, &grid, &layout.ground.links, axis);
    mesh.links.clone_from(&layout.links);
    mesh.assign_layers();
    mesh.number_components();
    // Obstacles that cover a part of a layer may go later.
    for (layer, whole) in mesh.layers.iter_mut().zip(&scene.layers) {
        let corners = whole.rings().flat_map(|(_, ring)| ring).map(|&[x, y, _]| [x, y]);
        let none: [(u32, [[f64; 2]; 1]); 0] = [];
        layer.index = Index::new(bounds(corners), none.into_iter());
    }
    mesh.make_index();
    let ties = Ties::new(&mesh, layout.ground.surface.diagram(), origin);
    mesh.prepared.forest = Some(KeptForest::new(&mesh));
    Some((layout, mesh, ties))
}

/// All problems of a scene, in the order of its parts. Does everything that building does up to the diagram of the whole surface.
pub fn check(scene: &Scene) -> Vec<Problem> {
    let mut problems = Vec::new();
    prepare(scene, &|_, _, _| {}, &mut problems, &mut Seconds::default());
    problems
}

/// Steps 1 to 3.
pub(crate) fn prepare(
    scene: &Scene,
    progress: &(dyn Fn(Stage, usize, usize) + Sync),
    problems: &mut Vec<Problem>,
    seconds: &mut Seconds,
) -> Option<(Ground, Grid)> {
    // Step 1.
    let grid = overview(scene, problems);
    if problems.iter().any(|problem| matches!(problem.fault, Fault::NoLayers)) {
        return None;
    }
    // Step 2.
    let done = AtomicUsize::new(0);
    let borders: Vec<(Option<Border>, Vec<Problem>)> = scene
        .layers
        .par_iter()
        .enumerate()
        .map(|(index, layer)| {
            let mut problems = Vec::new();
            let border =
                Border::of_layer(LayerId(index as u32), layer, &scene.connections, &grid, &mut problems);
            progress(Stage::Layers, done.fetch_add(1, Ordering::Relaxed) + 1, scene.layers.len());
            (border, problems)
        })
        .collect();
    let mut found = Vec::with_capacity(borders.len());
    for (border, own) in borders {
        problems.extend(own);
        if let Some(border) = &border {
            seconds.clean += border.seconds[0];
            seconds.voronoi += border.seconds[1];
        }
        found.push(border);
    }
    let found: Vec<Border> = found.into_iter().collect::<Option<_>>()?;
    // Step 3.
    progress(Stage::Connections, 0, scene.connections.len());
    let start = Instant::now();
    let ground = Ground::new(scene, found, problems)?;
    seconds.connect = start.elapsed().as_secs_f64();
    seconds.open = ground.seconds;
    Some((ground, grid))
}

/// Step 1.
fn overview(scene: &Scene, problems: &mut Vec<Problem>) -> Grid {
    let mut tell = |place: Whereabouts, fault: Fault| problems.push(Problem { place, fault });
    let nowhere = Whereabouts::default();
    if scene.layers.is_empty() {
        tell(nowhere, Fault::NoLayers);
    }
    for (index, layer) in scene.layers.iter().enumerate() {
        let place = Whereabouts { layer: Some(LayerId(index as u32)), ..nowhere };
        if scene.layers[..index].iter().any(|other| other.id == layer.id) {
            tell(place, Fault::LayerTwice { id: layer.id.clone() });
        }
        for (number, region) in layer.regions.iter().enumerate() {
            let bad = region.polygon.iter().position(|corner| !corner.iter().all(|v| v.is_finite()));
            if let Some(vertex) = bad {
                let (part, vertex) = (Some(Part::Region(number)), Some(vertex));
                tell(Whereabouts { part, vertex, ..place }, Fault::NotFinite);
            }
        }
        if let Some(terrain) = &layer.terrain {
            let place = Whereabouts { part: Some(Part::Terrain), ..place };
            let count = terrain.vertices.len();
            let beyond = terrain.triangles.iter().flatten().find(|&&v| v as usize >= count);
            if let Some(&vertex) = beyond {
                tell(place, Fault::NoSuchVertex { vertex, count });
            }
            let bad = terrain.vertices.iter().position(|vertex| !vertex.iter().all(|v| v.is_finite()));
            if let Some(vertex) = bad {
                tell(Whereabouts { vertex: Some(vertex), ..place }, Fault::NotFinite);
            }
        }
    }
    let corners = || scene.layers.iter().flat_map(Layer::rings).flat_map(|(_, ring)| ring);
    // The default grid wherever it reaches: then the same coordinates are on the grid in every scene.
    let usual = Grid::default();
    let fits = corners().all(|&[x, y, _]| !(x.is_finite() && y.is_finite()) || usual.snap([x, y]).is_some());
    let grid = if fits { usual } else { Grid::fitting(corners().map(|&[x, y, _]| [x, y])) };
    if grid.unit > Grid::FINEST_UNIT {
        tell(nowhere, Fault::CoarseGrid { unit: grid.unit });
    }
    for (index, connection) in scene.connections.iter().enumerate() {
        let place = Whereabouts { connection: Some(ConnectionId(index as u32)), ..nowhere };
        for layer in connection.between {
            if layer.0 as usize >= scene.layers.len() {
                tell(place, Fault::UnknownLayer { id: layer.0.to_string() });
            }
        }
        if connection.between[0] == connection.between[1] {
            tell(place, Fault::SameLayer);
        }
        if let [Some(a), Some(b)] = connection.segment.map(|end| grid.snap(end))
            && a == b
        {
            tell(place, Fault::ConnectionTooShort);
        }
        for end in connection.segment {
            if !end.iter().all(|v| v.is_finite()) {
                tell(place, Fault::NotFinite);
            } else if grid.snap(end).is_none() {
                let [low, high] = grid.bounds();
                tell(place, Fault::OutOfRange { reach: (high[0] - low[0]) / 2.0 });
            }
        }
    }
    grid
}

/// The connections of a scene, open.
fn links_of(scene: &Scene, grid: &Grid, ends: &[[GridPoint; 2]]) -> Vec<Link> {
    let links = scene.connections.iter().zip(ends);
    let link = |(connection, ends): (&Connection, &[GridPoint; 2])| Link {
        between: connection.between,
        segment: ends.map(|end| grid.position(end)),
        open: true,
        near: Link::nearness(grid),
    };
    links.map(link).collect()
}

/// The arrays of the medial axis and what the scene says of layers, in one place.
pub(crate) fn assemble(scene: &Scene, grid: &Grid, ends: &[[GridPoint; 2]], axis: Axis) -> Mesh {
    let links = links_of(scene, grid, ends);
    let layers = scene.layers.iter().enumerate().map(|(index, layer)| {
        let own = links.iter().enumerate().filter(|(_, link)| link.between.contains(&LayerId(index as u32)));
        LayerOf {
            id: layer.id.clone(),
            links: own.map(|(index, _)| ConnectionId(index as u32)).collect(),
            regions: layer.regions.clone().into(),
            heights: Heights::of_layer(layer).into(),
            index: Index::default(),
        }
    });
    let layers = layers.collect();
    let live = Counts::of_lengths([
        axis.joints.len(),
        axis.cells.len(),
        axis.edges.len(),
        axis.corners.len(),
        axis.walls.len(),
    ]);
    Mesh {
        name: scene.name.clone(),
        grid: *grid,
        joints: axis.joints.into(),
        flanks: axis.flanks.into(),
        cells: axis.cells.into(),
        edges: axis.edges.into(),
        corners: axis.corners.into(),
        walls: axis.walls.into(),
        layers,
        links,
        live,
        num_vertices: axis.num_vertices,
        num_components: 0,
        doubled_area: 0,
        version: 0,
        prepared: Prepared::default(),
    }
}

impl Mesh {
    /// Step 5: edges that share a vertex are in one component.
    pub(crate) fn number_components(&mut self) {
        let mut count = 0;
        let mut components = vec![u32::MAX; self.edges.len()];
        let mut stack = Vec::new();
        for e in 0..self.edges.len() {
            if components[e] != u32::MAX {
                continue;
            }
            components[e] = count;
            stack.push(EdgeId(e as u32));
            while let Some(edge) = stack.pop() {
                let edge = self.edges[edge.index()];
                let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
                for joint in [edge.first_cell.left(), last.right()].map(|f| self.flank(f).start) {
                    let first = self.joint(joint).flank;
                    let mut f = first;
                    loop {
                        let next = self.cells[f.cell().index()].edge;
                        if components[next.index()] == u32::MAX {
                            components[next.index()] = count;
                            stack.push(next);
                        }
                        f = self.flank(f.twin()).next;
                        if f == first {
                            break;
                        }
                    }
                }
            }
            count += 1;
        }
        for (edge, component) in self.edges.slices_mut().flatten().zip(components) {
            edge.component = component;
        }
        self.num_components = count;
        self.doubled_area = self.measure();
    }

    /// Twice the area in grid units, by the triangles between walls and a fixed point. Connections have a layer on each side and
    /// cancel out.
    fn measure(&self) -> i128 {
        let mut seen = vec![0u8; self.walls.len()];
        for obstacle in self.flanks.iter().map(|flank| flank.obstacle).filter(|obstacle| obstacle.is_wall()) {
            seen[obstacle.index()] |= if obstacle.is_right() { 2 } else { 1 };
        }
        let turn =
            |[a, b]: [GridPoint; 2]| i128::from(a.x) * i128::from(b.y) - i128::from(a.y) * i128::from(b.x);
        let triangles = self.walls.iter().zip(seen).map(|(wall, sides)| {
            // Corners are on the grid.
            let ends = wall.ends.map(|corner| self.grid.snap(self.corners[corner.index()]));
            let [Some(a), Some(b)] = ends else { return 0 };
            match sides {
                1 => turn([a, b]),
                2 => turn([b, a]),
                _ => 0,
            }
        });
        triangles.sum()
    }

    /// Step 5: the cells of each layer.
    pub(crate) fn make_index(&mut self) {
        let mut of_layer: Vec<Vec<CellId>> = vec![Vec::new(); self.layers.len()];
        for c in (0..self.cells.len() as u32).map(CellId) {
            let cell = self.cells[c.index()];
            if cell.spans() {
                for layer in self.layers_of_cell(c) {
                    of_layer[layer.0 as usize].push(c);
                }
            } else {
                of_layer[cell.layer().0 as usize].push(c);
            }
        }
        let indices: Vec<Index> = of_layer
            .par_iter()
            .zip(&self.layers)
            .map(|(cells, layer)| self.index_of(cells, &layer.index))
            .collect();
        for (layer, index) in self.layers.iter_mut().zip(indices) {
            layer.index = index;
        }
    }

    /// An index of some cells, in place of another one: what that could hold, this one can.
    fn index_of(&self, cells: &[CellId], old: &Index) -> Index {
        // Whatever is in a cell is within the clearance of one of its joints.
        let before = (old.num_lists() > 0).then(|| old.bounds()).into_iter().flatten();
        let bounds = bounds(before.chain(cells.iter().flat_map(|c| {
            [c.left(), c.right()].into_iter().flat_map(|f| {
                let joint = self.joint(self.flank(f).start);
                let r = joint.clearance;
                [[joint.at[0] - r, joint.at[1] - r], [joint.at[0] + r, joint.at[1] + r]]
            })
        })));
        Index::new(bounds, cells.iter().map(|&c| (c.0, self.cell(c).outline())))
    }

    /// Enters a cell that is new in the indices of its layers, which must not name dead cells any more.
    pub(crate) fn enter_cell(&mut self, c: CellId) {
        let (polygon, length) = self.cell_outline(c).polygon();
        for layer in self.layers_of_cell(c) {
            self.enter_cell_on(c, layer, &polygon[..length]);
        }
    }

    /// Enters a cell with this outline in the index of one of its layers.
    pub(crate) fn enter_cell_on(&mut self, c: CellId, layer: LayerId, outline: &[[f64; 2]]) {
        let index = &mut self.layers[layer.0 as usize].index;
        index.insert(c.0, outline);
        if index.is_crowded() {
            self.renew_index(layer);
        }
    }

    /// Takes a cell out of the indices of its layers; before anything changes that it consists of, or a connection that it touches.
    pub(crate) fn take_out_cell(&mut self, c: CellId) {
        let (polygon, length) = self.cell_outline(c).polygon();
        for layer in self.layers_of_cell(c) {
            self.layers[layer.0 as usize].index.remove(c.0, &polygon[..length]);
        }
    }

    /// Makes the index of a layer anew, for as many cells as it has now.
    fn renew_index(&mut self, layer: LayerId) {
        let lists = self.layers[layer.0 as usize].index.lists();
        let mut cells: Vec<CellId> = lists.flatten().map(|&item| CellId(item)).collect();
        cells.sort_unstable();
        cells.dedup();
        self.layers[layer.0 as usize].index = self.index_of(&cells, &self.layers[layer.0 as usize].index);
    }
}

fn first_words(problems: &[Problem]) -> String {
    let errors: Vec<&Problem> = problems.iter().filter(|problem| problem.fault.is_error()).collect();
    match errors.as_slice() {
        [] => "no mesh".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first}; and {} more", rest.len()),
    }
}
