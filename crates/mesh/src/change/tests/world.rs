//! A place in which points, lines and polygons come and go, and doors open and close.

use throng_voronoi::sample::Random;
use throng_voronoi::{Grid, GridPoint, PointId, SeamId, SegmentId, Side, Site, Tally};

use super::compare::{compare, is_alive};
use crate::axis::Axis;
use crate::build::{Seconds, assemble, prepare};
use crate::change::KeptForest;
use crate::change::event::Event;
use crate::change::mend::{Mender, Renewal};
use crate::change::ties::Ties;
use crate::connect::Ground;
use crate::id::{CellId, EdgeId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{distance, nearest_on_segment};
use crate::scene::{ConnectionId, LayerId, Scene};

/// What was put into the place.
#[derive(Clone, Debug, Default)]
pub(super) struct Thing {
    points: Vec<PointId>,
    segments: Vec<SegmentId>,
    /// Sides that were walkable until this was built around them.
    covered: Vec<(SegmentId, usize)>,
}

pub(super) struct World {
    pub(super) scene: Scene,
    pub(super) grid: Grid,
    pub(super) ground: Ground,
    pub(super) mesh: Mesh,
    pub(super) ties: Ties,
    mender: Mender,
    tally: Tally,
    renewal: Renewal,
    pub(super) things: Vec<Thing>,
}

impl World {
    pub(super) fn new(scene: Scene) -> Option<Self> {
        let (ground, grid) = prepare(&scene, &|_, _, _| {}, &mut Vec::new(), &mut Seconds::default())?;
        let (axis, origin) = Axis::new(&ground, &grid);
        let mut mesh = assemble(&scene, &grid, &ground.links, axis);
        mesh.assign_layers();
        mesh.number_components();
        mesh.make_index();
        mesh.prepared.forest = Some(KeptForest::new(&mesh));
        let ties = Ties::new(&mesh, ground.surface.diagram(), origin);
        let (mender, mut tally) = (Mender::default(), Tally::default());
        tally.begin();
        Some(Self {
            scene,
            grid,
            ground,
            mesh,
            ties,
            mender,
            tally,
            renewal: Renewal::default(),
            things: Vec::new(),
        })
    }

    /// The mesh, built anew from the diagram.
    pub(super) fn fresh(&self) -> Mesh {
        let (axis, _) = Axis::new(&self.ground, &self.grid);
        let mut mesh = assemble(&self.scene, &self.grid, &self.ground.links, axis);
        for (k, link) in mesh.links.iter_mut().enumerate() {
            link.open = self.ground.surface.is_open(SeamId(k as u32));
        }
        mesh.assign_layers();
        mesh.number_components();
        mesh.make_index();
        mesh
    }

    /// Brings the mesh up to date.
    pub(super) fn mend(&mut self) -> Event {
        self.tally.finish(&mut self.renewal.changes);
        let event = self.mender.mend(&mut self.mesh, &mut self.ties, &self.ground, &self.renewal);
        self.renewal = Renewal::default();
        self.tally.begin();
        event
    }

    /// Brings the mesh up to date, and verifies it.
    pub(super) fn mend_and_verify(&mut self) -> Result<Event, String> {
        let before = self.mesh.clone();
        let doors = self.renewal.opened.len() + self.renewal.closed.len() > 0;
        let event = self.mend();
        self.untouched(&before, &event, doors)?;
        let fresh = self.fresh();
        compare(&self.mesh, &fresh)?;
        self.mesh.check().map_err(|violation| violation.to_string())?;
        for c in (0..self.mesh.cells.len() as u32).map(CellId).filter(|&c| is_alive(&self.mesh, c)) {
            for f in [c.left(), c.right()] {
                let flank = self.mesh.flank(f);
                let (next, prev) = (self.mesh.flank(flank.next), self.mesh.flank(flank.prev));
                let good = next.prev == f && prev.next == f && next.start == self.mesh.flank(f.twin()).start;
                if !good || !self.mesh.around(flank.start).any(|g| g == f) {
                    return Err(format!("flank {}", f.0));
                }
            }
        }
        Ok(event)
    }

    /// What an update does not name is as it was, and what it names is so.
    fn untouched(&self, before: &Mesh, event: &Event, doors: bool) -> Result<(), String> {
        let after = &self.mesh;
        for c in (0..after.cells.len() as u32).map(CellId) {
            let [removed, added] =
                [&event.cells_removed, &event.cells_added].map(|list| list.binary_search(&c).is_ok());
            if removed != (is_alive(before, c) && !is_alive(after, c))
                || added != (!is_alive(before, c) && is_alive(after, c))
            {
                return Err(format!("cell {}: removed {removed}, added {added}", c.0));
            }
            if added || !is_alive(after, c) {
                continue;
            }
            let (old, new) = (before.cells[c.index()], after.cells[c.index()]);
            let same_cell =
                if doors { (old.edge, old.layer()) == (new.edge, new.layer()) } else { old == new };
            let same_flank = |f| {
                let (old, new) = (before.flank(f), after.flank(f));
                let joints = before.ends(f).into_iter().zip(after.ends(f));
                (old.start, old.obstacle) == (new.start, new.obstacle)
                    && before.outline(f) == after.outline(f)
                    && { joints }.all(|(a, b)| (a.at, a.clearance, a.layer) == (b.at, b.clearance, b.layer))
            };
            if !same_cell || ![c.left(), c.right()].into_iter().all(same_flank) {
                return Err(format!("cell {} changed", c.0));
            }
        }
        for e in (0..after.edges.len() as u32).map(EdgeId) {
            let alive = |mesh: &Mesh| mesh.has_edge(e);
            let [removed, added] =
                [&event.edges_removed, &event.edges_added].map(|list| list.binary_search(&e).is_ok());
            if removed != (alive(before) && !alive(after)) || added != (!alive(before) && alive(after)) {
                return Err(format!("edge {}: removed {removed}, added {added}", e.0));
            }
            let shape = |mesh: &Mesh| {
                let edge = mesh.edges[e.index()];
                (edge.first_cell, edge.num_cells, edge.length, edge.min_clearance)
            };
            if alive(after) && !added && shape(before) != shape(after) {
                return Err(format!("edge {} changed", e.0));
            }
        }
        Ok(())
    }

    /// A random place on the grid with some clearance.
    pub(super) fn place(&self, random: &mut Random, coarse: bool) -> Option<(GridPoint, Position)> {
        let live: Vec<CellId> =
            (0..self.mesh.cells.len() as u32).map(CellId).filter(|&c| is_alive(&self.mesh, c)).collect();
        if live.is_empty() {
            return None;
        }
        for _ in 0..20 {
            let c = live[random.below(live.len())];
            let outline = self.mesh.cell(c).outline();
            let mut at = [0.0; 2];
            let mut sum = 0.0;
            for corner in outline {
                let weight = random.unit();
                sum += weight;
                at = [at[0] + weight * corner[0], at[1] + weight * corner[1]];
            }
            at = [at[0] / sum, at[1] / sum];
            if coarse {
                at = at.map(|v| (v * 2.0).round() / 2.0);
            }
            let Some(p) = self.grid.snap(at) else { continue };
            let at = self.grid.position(p);
            let layer = self.mesh.layer_of(c, at);
            let position = Position::new(at, layer);
            if self.mesh.clearance(position, None).is_some_and(|clearance| clearance > 1e-3) {
                return Some((p, position));
            }
        }
        None
    }

    fn site_near(&self, position: Position) -> Option<Site> {
        let f = self.mesh.find(position, None)?;
        Some(self.ties.obstacles.site(self.mesh.flank(f).obstacle))
    }

    fn add_point(&mut self, p: GridPoint, near: Option<Site>, thing: &mut Thing) -> Option<PointId> {
        let (id, change) = self.ground.surface.diagram_mut().insert_point(p, near).ok()?;
        self.tally.note(change);
        self.tally.add_point(id);
        thing.points.push(id);
        Some(id)
    }

    fn add_segment(&mut self, a: PointId, b: PointId, layer: LayerId, thing: &mut Thing) -> Option<()> {
        let (s, change) = self.ground.surface.diagram_mut().insert_segment(a, b).ok()?;
        self.tally.note(change);
        self.tally.add_segment(s);
        self.ground.describe(s, [layer; 2], [true; 2]);
        thing.segments.push(s);
        Some(())
    }

    /// Puts in a point, a line or a polygon: corners on one layer. What meets something else is taken out again.
    pub(super) fn insert(&mut self, corners: &[GridPoint], start: Position) -> bool {
        let away = corners.iter().map(|&p| distance(self.grid.position(p), start.at)).fold(0.0, f64::max);
        let crosses = |l: &crate::mesh::Link| {
            distance(nearest_on_segment(l.segment[0], l.segment[1], start.at), start.at) < 2.0 * away + 1e-3
        };
        if corners.len() > 1 && self.mesh.links.iter().any(crosses) {
            return false;
        }
        let mut thing = Thing::default();
        let done = self.try_insert(corners, start, &mut thing).is_some();
        if done {
            self.things.push(thing);
        } else {
            self.take_out(&thing);
        }
        done
    }

    fn try_insert(&mut self, corners: &[GridPoint], start: Position, thing: &mut Thing) -> Option<()> {
        let mut near = self.site_near(start);
        for &corner in corners {
            near = Some(Site::Point(self.add_point(corner, near, thing)?));
        }
        let count = corners.len();
        for k in 0..if count > 2 { count } else { count - 1 } {
            let (a, b) = (thing.points[k], thing.points[(k + 1) % count]);
            self.add_segment(a, b, start.layer, thing)?;
        }
        if count > 2 {
            // Counter-clockwise, so the inside is on the left.
            let regions = self.ground.surface.diagram().regions();
            let inside = regions.of_side(thing.segments[0], Side::Left);
            for s in self.ground.surface.diagram().segments().collect::<Vec<_>>() {
                for (k, side) in [Side::Left, Side::Right].into_iter().enumerate() {
                    if regions.of_side(s, side) == inside && self.ground.walkable[s.index()][k] {
                        self.ground.walkable[s.index()][k] = false;
                        if !thing.segments.contains(&s) {
                            thing.covered.push((s, k));
                            self.renewal.flipped.push(s);
                        }
                    }
                }
            }
        }
        Some(())
    }

    pub(super) fn remove(&mut self, index: usize) {
        let thing = self.things.swap_remove(index);
        self.take_out(&thing);
    }

    fn take_out(&mut self, thing: &Thing) {
        let outside = thing.segments.first().map(|&s| (s, 1));
        let cover =
            outside.and_then(|side| self.things.iter_mut().find(|other| other.covered.contains(&side)));
        match cover {
            // Something larger covers it.
            Some(cover) => cover.covered.extend_from_slice(&thing.covered),
            None => {
                for &(s, side) in &thing.covered {
                    self.ground.walkable[s.index()][side] = true;
                    self.renewal.flipped.push(s);
                }
            }
        }
        for &s in thing.segments.iter().rev() {
            self.tally.note(self.ground.surface.diagram_mut().remove_segment(s).expect("it is there"));
            self.tally.remove_segment(s);
            self.ground.walkable[s.index()] = [false; 2];
            self.things.iter_mut().for_each(|other| other.covered.retain(|&(covered, _)| covered != s));
            self.renewal.flipped.retain(|&flipped| flipped != s);
        }
        for &p in thing.points.iter().rev() {
            self.tally.note(self.ground.surface.diagram_mut().remove_point(p).expect("it is there"));
            self.tally.remove_point(p);
        }
    }

    /// Opens a door that is closed, or closes one that is open.
    pub(super) fn toggle(&mut self, door: ConnectionId) -> bool {
        let seam = SeamId(door.0);
        if let Some(s) = self.ground.surface.seam_segment(seam) {
            self.tally.note(self.ground.surface.open(seam).expect("it is closed"));
            self.tally.remove_segment(s);
            self.ground.walkable[s.index()] = [false; 2];
            self.renewal.closed.retain(|&other| other != door);
            self.renewal.opened.push(door);
            return true;
        }
        let Ok(change) = self.ground.surface.close(seam) else { return false };
        self.tally.note(change);
        let s = self.ground.surface.seam_segment(seam).expect("it is closed now");
        self.tally.add_segment(s);
        let diagram = self.ground.surface.diagram();
        let [one, two] = self.scene.connections[door.0 as usize].between;
        let forward = diagram.point(diagram.ends(s)[0]) == self.ground.links[door.0 as usize][0];
        self.ground.describe(s, if forward { [one, two] } else { [two, one] }, [true; 2]);
        self.renewal.opened.retain(|&other| other != door);
        self.renewal.closed.push(door);
        true
    }

    /// Opens all doors that are closed.
    pub(super) fn open_all(&mut self) {
        for door in (0..self.scene.connections.len() as u32).map(ConnectionId) {
            if !self.ground.surface.is_open(SeamId(door.0)) {
                self.toggle(door);
            }
        }
    }

    /// Something random.
    pub(super) fn act(&mut self, random: &mut Random) {
        let coarse = random.one_in(2);
        match random.below(10) {
            0 | 1 if !self.scene.connections.is_empty() => {
                self.toggle(ConnectionId(random.below(self.scene.connections.len()) as u32));
            }
            0..=3 if !self.things.is_empty() => self.remove(random.below(self.things.len())),
            kind => {
                let Some((p, start)) = self.place(random, coarse) else { return };
                let snap = |v: f64| {
                    let units = if coarse { (v * 2.0).round() / 2.0 } else { v } / self.grid.unit;
                    units.round() as i32
                };
                let mut beside = |size: f64| {
                    let [x, y] = random.direction();
                    GridPoint::new(p.x + snap(size * x), p.y + snap(size * y))
                };
                let mut corners = vec![p];
                match kind {
                    7 => corners.push(beside(2.0)),
                    8 | 9 => {
                        let (q, r) = (beside(2.0), beside(2.0));
                        let turn = i64::from(q.x - p.x) * i64::from(r.y - p.y)
                            - i64::from(q.y - p.y) * i64::from(r.x - p.x);
                        if turn == 0 {
                            return;
                        }
                        corners.extend(if turn > 0 { [q, r] } else { [r, q] });
                    }
                    _ => {}
                }
                self.insert(&corners, start);
            }
        }
    }
}
