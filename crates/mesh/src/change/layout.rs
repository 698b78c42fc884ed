//! What stands where: the place as it was built, its connections, and the obstacles that came since.
//!
//! Idea. All of it is one arrangement on the grid ([`throng_voronoi::Arrangement`]): courses that may cross and cover each other, led through
//! common nodes. Each piece of it knows what is on its two sides: whether the place as it was built is walkable there, and how many
//! obstacles cover it. Of all pieces the diagram has those that matter: with walkable space on one side, or a line with walkable space on both.
//! The arrangement is a function of what is there, so taking an obstacle out restores what was beneath.
//!
//! - The fixed part: every segment with a walkable side, of the diagram as it was built. Whatever else there was is taken out of the diagram first.
//! - A connection is a seam of the arrangement: a course on both of its layers. While it is open, its pieces are no lines.
//! - An obstacle is on its layer, and on every layer that it reaches over connections that it touches, as a whole.
//!
//! Invariant ([`Layout::check`]): a piece has a segment in the diagram if and only if it matters, a node a point if and only if a segment ends
//! there or it is a point obstacle in walkable space, and the walkable sides of segments are those of their pieces.

use std::collections::BTreeMap;

use throng_voronoi::{
    Arrangement, Diagram, Differences, Grid, GridPoint, HalfEdgeId, PieceKey, PointId, SeamId, SegmentId,
    Site, Tally,
};

use crate::change::boxes::Boxes;
use crate::change::label::{Labels, MANY};
use crate::change::obstacle::{Obstacle, ObstacleId};
use crate::change::tag::Tag;
use crate::change::way::Passages;
use crate::connect::Ground;
use crate::id::CellId;
use crate::mesh::Link;
use crate::scene::ConnectionId;

/// What a piece's note says: the place as it was built is walkable there; the other bits count the obstacles that cover it.
pub(crate) const FIXED: u16 = 1 << 15;

/// The arrangement of everything, and the diagram of what matters.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) ground: Ground,
    pub(crate) grid: Grid,
    pub(crate) arrangement: Arrangement,
    pub(crate) obstacles: BTreeMap<ObstacleId, Placed>,
    pub(crate) next_obstacle: u32,
    /// Obstacles that left in the last update.
    pub(super) left: Vec<(ObstacleId, Obstacle)>,
    pub(crate) links: Vec<Link>,
    /// The course of each connection.
    pub(crate) seams: Vec<u32>,
    /// The backs of connections, by segment.
    pub(crate) backs: Vec<(SegmentId, ConnectionId)>,
    /// The connections of each layer.
    pub(crate) links_of: Vec<Vec<ConnectionId>>,
    pub(crate) boxes: Boxes,
    /// Nodes with point obstacles, and how many.
    pub(crate) lone: BTreeMap<u32, u32>,
    /// By point of the diagram: its node.
    pub(crate) node_of: Vec<u32>,
    /// The layers of the diagram's sites, and where ways lead from one to another.
    pub(super) labels: Labels,
    pub(super) passages: Passages,
    pub(crate) tally: Tally,
    /// Segments that stayed and whose walkable sides changed.
    pub(crate) flipped: Vec<SegmentId>,
    pub(super) differences: Differences,
    /// Pieces whose notes changed, or that may have to come or go.
    pub(super) touched: Vec<PieceKey>,
    pub(super) touched_nodes: Vec<u32>,
    /// The cell of the mesh that a place was found in last: the next one is probably near it, or the same place.
    pub(super) recent: Option<CellId>,
    /// A node that may come into the diagram, and the arc behind it there.
    pub(super) ahead: Option<(u32, HalfEdgeId)>,
}

/// An obstacle that is there.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) obstacle: Obstacle,
    pub(crate) parts: Vec<Part>,
}

/// An obstacle on one of its layers.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) layer: u32,
    pub(crate) courses: Vec<u32>,
    /// Whether it has an inside.
    pub(crate) area: bool,
    pub(crate) low: GridPoint,
    pub(crate) high: GridPoint,
}

impl Layout {
    /// The layout of a place that was just built; its diagram loses what no walkable space is next to.
    pub(crate) fn new(
        mut ground: Ground,
        grid: Grid,
        links: Vec<Link>,
        layers: usize,
    ) -> Result<Self, String> {
        let backs = clear(&mut ground);
        let mut arrangement = Arrangement::new();
        let mut links_of: Vec<Vec<ConnectionId>> = vec![Vec::new(); layers];
        let mut seams = Vec::with_capacity(links.len());
        for (index, (link, &[a, b])) in links.iter().zip(&ground.links).enumerate() {
            let connection = ConnectionId(index as u32);
            for layer in link.between {
                links_of[layer.0 as usize].push(connection);
            }
            let layers = link.between.map(|layer| layer.0);
            seams.push(arrangement.insert_seam(layers, a, b, Tag::Seam(connection).pack()));
        }
        let mut layout = Self {
            ground,
            grid,
            arrangement,
            obstacles: BTreeMap::new(),
            next_obstacle: 0,
            left: Vec::new(),
            links,
            seams,
            backs: Vec::new(),
            links_of,
            boxes: Boxes::default(),
            lone: BTreeMap::new(),
            node_of: Vec::new(),
            labels: Labels::default(),
            passages: Passages::default(),
            tally: Tally::default(),
            flipped: Vec::new(),
            differences: Differences::default(),
            touched: Vec::new(),
            touched_nodes: Vec::new(),
            recent: None,
            ahead: None,
        };
        let connections = (0..layout.links.len() as u32).map(ConnectionId);
        layout.backs = connections.map(|id| (layout.ground.surface.seam_back(SeamId(id.0)), id)).collect();
        layout.backs.sort_unstable();
        layout.label_all();
        layout.adopt(&backs)?;
        Ok(layout)
    }

    /// The names of the two sides of a piece, left and right as seen from its first node: the same unless it is part of a connection.
    pub(crate) fn sheets_of(&self, key: PieceKey) -> [PieceKey; 2] {
        [1, 0].map(|from| self.names_of(key, from).last().expect("it has its own name"))
    }

    /// The names of a piece, from its own on to one side: `from` is the side, left or right, that is not gone to. Where rounding leads several connections
    /// through one piece, it has one for each of their layers; between them is no space.
    fn names_of(&self, key: PieceKey, from: usize) -> impl Iterator<Item = PieceKey> + '_ {
        std::iter::successors(Some(key), move |&name| {
            let connections = self.connections_at(name);
            let mut beyond = connections
                .filter_map(|(_, layers)| (layers[from] == name.layer).then_some(layers[1 - from]));
            beyond.next().map(|layer| PieceKey { layer, ..key })
        })
        // Around a closed ring of layers it would come back.
        .take(self.links.len() + 1)
    }

    /// All names of a piece.
    pub(super) fn all_names(&self, key: PieceKey) -> impl Iterator<Item = PieceKey> + '_ {
        self.names_of(key, 1).chain(self.names_of(key, 0).skip(1))
    }

    /// The connections that a piece is part of under one of its names, and the layers on the left and right of it, seen from its first node.
    fn connections_at(&self, key: PieceKey) -> impl Iterator<Item = (ConnectionId, [u32; 2])> + '_ {
        let owners = self.arrangement.piece(key).into_iter().flat_map(|piece| piece.owners());
        owners.filter_map(move |c| {
            let course = self.arrangement.course(c);
            let Tag::Seam(connection) = Tag::unpack(course.tag) else { return None };
            // The first layer lies on the left of the course.
            let [first, second] = course.layers;
            Some((connection, if self.runs_along(key, c) { [first, second] } else { [second, first] }))
        })
    }

    /// Whether a piece, from its first node, has the direction of a course.
    pub(crate) fn runs_along(&self, key: PieceKey, c: u32) -> bool {
        let course = self.arrangement.course(c);
        let [u, v] = self.arrangement.ends_of(key);
        dot(course.from, course.to, u, v) > 0
    }

    /// Whether a side of a piece is walkable.
    pub(crate) fn is_walkable(&self, key: PieceKey, side: usize) -> bool {
        self.arrangement.piece(key).is_some_and(|piece| piece.notes[side] == FIXED)
    }

    /// Whether a piece belongs in the diagram, and which of its sides are walkable, seen from its first node.
    pub(crate) fn wanted(&self, key: PieceKey) -> (bool, [bool; 2]) {
        let names = self.sheets_of(key);
        let sides = [self.is_walkable(names[0], 0), self.is_walkable(names[1], 1)];
        let is_closed = |(connection, _): (ConnectionId, _)| !self.links[connection.0 as usize].open;
        let matters = match sides {
            [false, false] => false,
            [true, true] => self
                .all_names(key)
                .any(|name| self.connections_at(name).any(is_closed) || self.has_line(name)),
            _ => true,
        };
        (matters, sides)
    }

    /// The name under which a piece keeps its segment: one of the two that a piece of a connection has.
    pub(crate) fn main_name(&self, key: PieceKey) -> PieceKey {
        let [left, right] = self.sheets_of(key);
        left.min(right)
    }

    /// Whether an obstacle runs along a piece with both sides outside of it: a line, or a ring that runs there twice.
    fn has_line(&self, key: PieceKey) -> bool {
        let piece = self.arrangement.piece(key).expect("the piece is there");
        let tag = |c: u32| Tag::unpack(self.arrangement.course(c).tag);
        piece.owners().any(|c| match tag(c) {
            // A line; or two walls with next to nothing between them, which rounding led through common nodes.
            Tag::Fixed(_) => true,
            Tag::Seam(_) => false,
            Tag::Obstacle(_, false) => true,
            Tag::Obstacle(obstacle, true) => {
                piece.owners().filter(|&d| tag(d) == Tag::Obstacle(obstacle, true)).count() % 2 == 0
            }
        })
    }

    /// Takes the fixed segments and points of the diagram into the arrangement.
    fn adopt(&mut self, backs: &[SegmentId]) -> Result<(), String> {
        let diagram = self.ground.surface.diagram();
        let segments: Vec<SegmentId> =
            diagram.segments().filter(|s| backs.binary_search(s).is_err()).collect();
        let mut courses = Vec::with_capacity(segments.len());
        for &s in &segments {
            let [a, b] = diagram.ends(s).map(|p| diagram.point(p));
            let walkable = self.ground.walkable[s.0 as usize];
            let layer = self.ground.layers_of(s)[0].0;
            courses.push(self.arrangement.insert(layer, a, b, Tag::Fixed(walkable).pack()));
        }
        let mut points = Vec::new();
        let is_lone =
            |p: &PointId| self.label_of_point(*p) != MANY && diagram.segments_at(*p).next().is_none();
        let lone: Vec<PointId> = diagram.points().filter(is_lone).collect();
        for p in lone {
            let layer = self.label_of_point(p);
            points.push((p, self.arrangement.insert(layer, diagram.point(p), diagram.point(p), 0)));
        }
        self.arrangement.spread();
        let mut differences = std::mem::take(&mut self.differences);
        self.arrangement.take_changes(&mut differences);
        self.differences = differences;
        // A corner of another layer may lie on a course, if both are next to a connection.
        let mut split = Vec::new();
        for (&s, &c) in segments.iter().zip(&courses) {
            let [u, v] = self.arrangement.course(c).ends;
            let layer = self.arrangement.course(c).layers[0];
            let [a, b] = self.ground.surface.diagram().ends(s);
            self.bind(u, a);
            self.bind(v, b);
            self.arrangement.node_mut(u).uses += 1;
            self.arrangement.node_mut(v).uses += 1;
            let key = PieceKey::new(u, v, layer);
            let sides = self.ground.walkable[s.0 as usize].map(|walkable| if walkable { FIXED } else { 0 });
            let along = key.ends[0] == u;
            let Some(piece) = self.arrangement.piece_mut(key) else {
                split.push((s, c));
                continue;
            };
            piece.notes = if along { sides } else { [sides[1], sides[0]] };
            piece.site = Some(s);
        }
        for (p, c) in points {
            let v = self.arrangement.course(c).ends[0];
            self.bind(v, p);
            *self.lone.entry(v).or_default() += 1;
        }
        for (index, &c) in self.seams.clone().iter().enumerate() {
            let course = self.arrangement.course(c);
            let ([u, v], [first, second]) = (course.ends, course.layers);
            let nodes: Vec<u32> = course.nodes().collect();
            for pair in nodes.windows(2) {
                let along = pair[0] < pair[1];
                for (layer, left) in [(first, along), (second, !along)] {
                    let piece = self.arrangement.piece_mut(PieceKey::new(pair[0], pair[1], layer));
                    piece.expect("a piece of a chain").notes = if left { [FIXED, 0] } else { [0, FIXED] };
                }
            }
            // Its ends are corners of both layers, whatever else ends there; they stay.
            let diagram = self.ground.surface.diagram();
            let ends = self.ground.surface.seam_ends(SeamId(index as u32));
            let ends =
                if diagram.point(ends[0]) == self.arrangement.node(u).at { ends } else { [ends[1], ends[0]] };
            for (v, p) in [(u, ends[0]), (v, ends[1])] {
                self.bind(v, p);
                self.arrangement.node_mut(v).uses += 1;
            }
        }
        if split.is_empty() {
            return Ok(());
        }
        for (s, c) in split {
            let course = self.arrangement.course(c);
            let (nodes, layer) = (course.nodes().collect::<Vec<u32>>(), course.layers[0]);
            for pair in nodes.windows(2) {
                let key = PieceKey::new(pair[0], pair[1], layer);
                let notes = self.notes(None, key);
                self.arrangement.piece_mut(key).expect("a piece of a chain").notes = notes;
                self.touched.push(key);
            }
            for v in self.arrangement.course(c).ends {
                self.arrangement.node_mut(v).uses -= 1;
            }
            self.ground.surface.diagram_mut().remove_segment(s).map_err(|error| error.to_string())?;
        }
        self.synchronize(None)
    }

    /// A node has a point.
    pub(super) fn bind(&mut self, v: u32, p: PointId) {
        self.arrangement.node_mut(v).site = Some(p);
        let index = p.0 as usize;
        if index >= self.node_of.len() {
            self.node_of.resize(index + 1, u32::MAX);
        }
        self.node_of[index] = v;
    }
}

/// Takes out of the diagram what no walkable space is next to, but for the backs of connections, which hold the layers together. Returns
/// these, sorted.
fn clear(ground: &mut Ground) -> Vec<SegmentId> {
    let seams = (0..ground.surface.num_seams() as u32).map(SeamId);
    let mut backs: Vec<SegmentId> = seams.map(|seam| ground.surface.seam_back(seam)).collect();
    backs.sort_unstable();
    let open = ground.surface.diagram().vertices_beside(&ground.walkable);
    let diagram = ground.surface.diagram_mut();
    // Points in the open that are no ends are obstacles.
    let alone = |diagram: &Diagram, p: PointId| diagram.segments_at(p).next().is_none();
    let buried: Vec<PointId> = diagram
        .points()
        .filter(|&p| alone(diagram, p))
        .filter(|&p| {
            let first = diagram.cell(Site::Point(p)).next();
            first.is_none_or(|half_edge| !open[half_edge.id().vertex().0 as usize])
        })
        .collect();
    let idle = |s: &SegmentId| ground.walkable[s.0 as usize] == [false; 2] && backs.binary_search(s).is_err();
    let segments: Vec<SegmentId> = diagram.segments().filter(idle).collect();
    let mut loose = buried;
    for s in segments {
        loose.extend(diagram.ends(s));
        diagram.remove_segment(s).expect("the segment is there");
    }
    loose.sort_unstable();
    loose.dedup();
    for p in loose {
        if alone(diagram, p) {
            diagram.remove_point(p).expect("nothing ends at the point");
        }
    }
    backs
}

/// The scalar product of the vectors from `a` to `b` and from `c` to `d`.
pub(crate) fn dot(a: GridPoint, b: GridPoint, c: GridPoint, d: GridPoint) -> i64 {
    let [x, y] = [i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y)];
    let [z, w] = [i64::from(d.x) - i64::from(c.x), i64::from(d.y) - i64::from(c.y)];
    x * z + y * w
}
