//! The nearest characters in sight of each, across open connections, not through walls or floors.
//!
//! Idea. Search the squares around a character within a reach that was enough at the last step; if it is not, enlarge it. Of those
//! found take the nearest, by counting for each how many are nearer.
//!
//! 1. Collect whoever is within reach on the same layer, and not behind one of the walls in sight.
//! 2. Near an open connection, collect whoever is within reach on layers behind it, if the straight line over the surface gets there.
//! 3. If they are fewer than wanted and the reach is not yet the range, enlarge it and begin again.
//! 4. Rank them by distance. Of two as near, the one in the earlier slot comes first.
//!
//! For those who found as many as they can mind, a search is good for two steps: in the second one they are only put in order again
//! ([`Neighbors::put_in_order`]), which takes a third of the time. Others look again, as somebody may have come into sight.
//!
//! Invariant: the result does not depend on the reach that the search began with.
//! Cost: about 20 candidates for 16 neighbors, whatever the density.
//! Degenerate: characters in one place are neighbors at distance zero. Of very many walls only the nearest hide anybody.

use throng_mesh::{CellId, Mesh, Position};

use crate::doors::{Beyond, Doors};
use crate::index::Index;
use crate::plane::{Vector, cross, greater, lesser, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS};
use crate::walls::WallsInSight;

/// How far characters mind others. \[m\]
pub(crate) const RANGE: f32 = 5.0;

/// The neighbors of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Neighbors {
    /// Slots, nearest first.
    pub(crate) slots: [u32; MOST_NEIGHBORS],
    pub(crate) count: u32,
    /// Where the next search begins. \[m\]
    pub(crate) reach: f32,
}

impl Neighbors {
    /// Their slots in the index, nearest first.
    #[inline]
    pub(crate) fn slots(&self) -> &[u32] {
        &self.slots[..self.count as usize]
    }

    /// Whether they are as many as one can mind.
    #[inline]
    pub(crate) fn are_many(&self) -> bool {
        self.count as usize == MOST_NEIGHBORS
    }

    /// The same ones, in the order of how near they are by now. Of two as near, the one that was before the other stays so.
    pub(crate) fn put_in_order(&mut self, index: &Index, own: u32) {
        let at = [index.xs[own as usize], index.ys[own as usize]];
        let slots = &mut self.slots[..self.count as usize];
        let mut distances = [0.0f32; MOST_NEIGHBORS];
        for (distance, &slot) in distances.iter_mut().zip(&*slots) {
            let [x, y] = [index.xs[slot as usize] - at[0], index.ys[slot as usize] - at[1]];
            *distance = x * x + y * y;
        }
        // They are nearly in order.
        for k in 1..slots.len() {
            let (distance, slot) = (distances[k], slots[k]);
            let mut hole = k;
            while hole > 0 && distance < distances[hole - 1] {
                (distances[hole], slots[hole]) = (distances[hole - 1], slots[hole - 1]);
                hole -= 1;
            }
            (distances[hole], slots[hole]) = (distance, slot);
        }
    }
}

/// A character that looks around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observer<'a> {
    pub(crate) slot: u32,
    pub(crate) position: Position,
    pub(crate) cell: CellId,
    /// Up to here no wall hides anybody. \[m\]
    pub(crate) clearance: f32,
    /// Walls in sight.
    pub(crate) walls: &'a WallsInSight,
}

/// Memory of a search.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// Squares of distances as bits, which for numbers from zero on have the same order, and slots; the first ones count.
    keys: Vec<i32>,
    slots: Vec<u32>,
    count: usize,
    beyond: Beyond,
}

impl Search {
    /// Finds the neighbors of a character; what they were before tells where to begin.
    pub(crate) fn find(
        &mut self,
        index: &Index,
        mesh: &Mesh,
        doors: &Doors,
        own: Observer<'_>,
        positions: &[Position],
        neighbors: &mut Neighbors,
    ) {
        let at = [index.xs[own.slot as usize], index.ys[own.slot as usize]];
        let is_near_door = doors.is_near(index.square(own.position));
        let mut reach = if neighbors.reach > 0.0 { neighbors.reach } else { FIRST_REACH };
        loop {
            reach = lesser(reach, RANGE);
            self.count = 0;
            self.collect(index, own, at, reach);
            if is_near_door {
                self.collect_behind_doors(index, mesh, doors, own, at, reach, positions);
            }
            if self.count >= MOST_NEIGHBORS || reach >= RANGE {
                break;
            }
            reach = 1.5 * reach + 0.25;
        }
        self.rank(neighbors);
    }

    /// Step 1.
    fn collect(&mut self, index: &Index, own: Observer<'_>, at: Vector, reach: f32) {
        let square = reach * reach;
        for range in index.around(own.position.layer, at, reach) {
            self.make_room(range.len());
            let base = range.start;
            let (xs, ys) = (&index.xs[range.clone()], &index.ys[range]);
            let mut count = self.count;
            for (k, (&x, &y)) in xs.iter().zip(ys).enumerate() {
                let [x, y] = [x - at[0], y - at[1]];
                let distance = x * x + y * y;
                let slot = (base + k) as u32;
                // Everybody is written down, and stays if it counts: a branch would be guessed wrong half of the time.
                self.keys[count] = distance.to_bits().cast_signed();
                self.slots[count] = slot;
                count += usize::from((distance <= square) & (slot != own.slot));
            }
            self.count = count;
        }
        if own.walls.count > 0 && own.clearance < reach {
            self.leave_out_hidden(index, own, at);
        }
    }

    /// Step 1: those behind walls.
    fn leave_out_hidden(&mut self, index: &Index, own: Observer<'_>, at: Vector) {
        let screens = Screens::new(own.walls, at);
        let clear = greater(own.clearance - CLEARANCE_ROUNDING, 0.0);
        let clear = (clear * clear).to_bits().cast_signed();
        let mut count = 0;
        for k in 0..self.count {
            let (key, slot) = (self.keys[k], self.slots[k]);
            let there = [index.xs[slot as usize], index.ys[slot as usize]];
            (self.keys[count], self.slots[count]) = (key, slot);
            count += usize::from(key < clear || !screens.hide(sub(there, at)));
        }
        self.count = count;
    }

    /// Step 2.
    #[allow(clippy::too_many_arguments, reason = "what a search reads, all of it")]
    fn collect_behind_doors(
        &mut self,
        index: &Index,
        mesh: &Mesh,
        doors: &Doors,
        own: Observer<'_>,
        at: Vector,
        reach: f32,
        positions: &[Position],
    ) {
        doors.look_through(own.position, f64::from(reach), &mut self.beyond);
        let square = reach * reach;
        for k in 0..self.beyond.layers.len() {
            for range in index.around(self.beyond.layers[k], at, reach) {
                self.make_room(range.len());
                for slot in range {
                    let offset = sub([index.xs[slot], index.ys[slot]], at);
                    let distance = offset[0] * offset[0] + offset[1] * offset[1];
                    if distance > square {
                        continue;
                    }
                    let other = positions[index.who[slot] as usize];
                    if self.beyond.may_see(own.position.at, other.at) && sees(mesh, own, other) {
                        self.keys[self.count] = distance.to_bits().cast_signed();
                        self.slots[self.count] = slot as u32;
                        self.count += 1;
                    }
                }
            }
        }
    }

    /// Makes room for so many more, and for a last block of lanes.
    #[inline]
    fn make_room(&mut self, more: usize) {
        let room = self.count + more + LANES;
        if self.keys.len() < room {
            self.keys.resize(room, 0);
            self.slots.resize(room, 0);
        }
    }

    /// Step 4.
    fn rank(&mut self, neighbors: &mut Neighbors) {
        let n = self.count;
        self.make_room(0);
        self.keys[n..n + LANES].fill(i32::MAX);
        let keys = &self.keys[..n.next_multiple_of(LANES)];
        let kept = n.min(MOST_NEIGHBORS);
        neighbors.slots[..kept].fill(NONE);
        neighbors.count = kept as u32;
        let mut last = 0;
        for (block, own) in keys.as_chunks::<LANES>().0.iter().enumerate() {
            let mut nearer = [0; LANES];
            for &other in &keys[..n] {
                for k in 0..LANES {
                    nearer[k] += i32::from(other < own[k]);
                }
            }
            for k in 0..LANES.min(n - block * LANES) {
                if let Some(place) = neighbors.slots.get_mut(nearer[k] as usize) {
                    *place = self.slots[block * LANES + k];
                    last = if last > own[k] { last } else { own[k] };
                }
            }
        }
        if neighbors.slots[..kept].contains(&NONE) {
            last = self.rank_equals(neighbors);
        }
        let is_full = n >= MOST_NEIGHBORS;
        let farthest = if is_full { f32::from_bits(last.cast_unsigned()).sqrt() } else { RANGE };
        neighbors.reach = 1.08 * farthest + 0.12;
    }

    /// Step 4 where some are equally far away; the key of the last one.
    fn rank_equals(&self, neighbors: &mut Neighbors) -> i32 {
        let mut all: Vec<(i32, u32)> =
            self.keys[..self.count].iter().copied().zip(self.slots.iter().copied()).collect();
        // Those found later are behind doors, and not in the order of slots; the order in which they were found is as good.
        all.sort_by_key(|&(key, _)| key);
        for (place, &(_, slot)) in neighbors.slots.iter_mut().zip(&all) {
            *place = slot;
        }
        all[neighbors.count as usize - 1].0
    }
}

/// How many numbers are compared at once.
const LANES: usize = 8;

/// No slot.
const NONE: u32 = u32::MAX;

/// A clearance is of a position in double precision; positions here are in single precision. \[m\]
const CLEARANCE_ROUNDING: f32 = 0.01;

/// Walls as seen from a place, side by side. Lanes that stay empty hide nobody.
struct Screens {
    from: [[f32; MOST_WALLS]; 2],
    to: [[f32; MOST_WALLS]; 2],
}

impl Screens {
    fn new(walls: &WallsInSight, at: Vector) -> Self {
        let mut screens = Self { from: [[0.0; MOST_WALLS]; 2], to: [[0.0; MOST_WALLS]; 2] };
        for (k, [from, to]) in walls.ends[..usize::from(walls.count)].iter().enumerate() {
            for i in 0..2 {
                screens.from[i][k] = from[i] - at[i];
                screens.to[i][k] = to[i] - at[i];
            }
        }
        screens
    }

    /// Whether a place is behind one of the walls: between its ends, and beyond it.
    #[expect(clippy::needless_range_loop, reason = "lanes of several arrays side by side")]
    #[inline]
    fn hide(&self, [x, y]: Vector) -> bool {
        let mut hidden = [0i32; MOST_WALLS];
        for k in 0..MOST_WALLS {
            let [from, to] = [[self.from[0][k], self.from[1][k]], [self.to[0][k], self.to[1][k]]];
            let after_start = cross(from, [x, y]) >= 0.0;
            let before_end = cross([x, y], to) >= 0.0;
            let beyond = cross(sub(to, from), sub([x, y], from)) < 0.0;
            hidden[k] = i32::from(after_start & before_end & beyond);
        }
        hidden.iter().fold(0, |any, &one| any | one) != 0
    }
}

/// Where the first search of a character begins. \[m\]
const FIRST_REACH: f32 = 2.0;

/// Whether the straight line to another position stays on the surface and gets there.
fn sees(mesh: &Mesh, own: Observer<'_>, other: Position) -> bool {
    // Not `visible`: that looks up where the other one is if it is hidden.
    let line = mesh.cast(own.position, other.at, Some(own.cell));
    line.is_some_and(|line| line.hit.is_none() && line.layer == other.layer)
}

#[cfg(test)]
mod tests {
    use throng_mesh::{LayerId, sample};

    use super::*;
    use crate::index::{Seen, local};
    use crate::random::{Purpose, Random};
    use crate::walls::Looking;

    /// Against looking at everybody: the nearest that a straight line gets to.
    #[test]
    fn the_nearest_in_sight() {
        for scene in [sample::floors(), sample::field(4, 3), sample::clutter(4, 6, false)] {
            let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
            let [low, high] = scene.bounds().expect("there is something");
            let mut positions = Vec::new();
            let mut who = 0;
            while positions.len() < 400 {
                who += 1;
                let mut random = Random::new(2, Purpose::Source, who, 0);
                let at = [0, 1].map(|k| low[k] + random.unit() * (high[k] - low[k]));
                let position = Position::new(at, LayerId(random.below(mesh.num_layers() as u32)));
                if mesh.clearance(position, None).is_some_and(|clearance| clearance > 0.1) {
                    positions.push(position);
                }
            }
            let mut index = Index::new(&mesh);
            let origin = index.origin();
            index.sort(&positions, |row| Seen { at: local(positions[row].at, origin), ..Seen::default() });
            let doors = Doors::new(&mesh, &index);
            let (mut search, mut looking) = (Search::default(), Looking::default());
            let (mut same, mut hidden, mut across) = (0, 0, 0);
            for (row, &position) in positions.iter().enumerate() {
                let cell = mesh.locate(position, None).expect("it is walkable");
                let mut walls = WallsInSight::default();
                walls.look(&mesh, &index, position, cell, &mut looking);
                let clearance = mesh.clearance(position, Some(cell)).expect("it is walkable") as f32;
                let own = Observer { slot: index.slot_of[row], position, cell, clearance, walls: &walls };
                let mut neighbors = Neighbors::default();
                search.find(&index, &mesh, &doors, own, &positions, &mut neighbors);
                let mut expected: Vec<(f32, u32)> = Vec::new();
                for (other, &there) in positions.iter().enumerate().filter(|&(other, _)| other != row) {
                    let offset = sub(index.local(there.at), index.local(position.at));
                    let distance = offset[0] * offset[0] + offset[1] * offset[1];
                    if distance > RANGE * RANGE {
                        continue;
                    }
                    if mesh.visible(position, there, None).is_some_and(|line| line.visible) {
                        expected.push((distance, index.slot_of[other]));
                        across += u32::from(there.layer != position.layer);
                    } else {
                        hidden += 1;
                    }
                }
                expected.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                expected.truncate(MOST_NEIGHBORS);
                let expected: Vec<u32> = expected.into_iter().map(|(_, slot)| slot).collect();
                same += u32::from(expected == neighbors.slots());
                // Beginning elsewhere changes nothing.
                let mut again = Neighbors { reach: 0.3, ..Neighbors::default() };
                search.find(&index, &mesh, &doors, own, &positions, &mut again);
                assert_eq!(again.slots(), neighbors.slots(), "{} {row}", scene.name);
            }
            // Lines that touch corners may be decided either way, and of very many walls only the nearest hide.
            assert!(same >= 392, "{}: {same} of 400", scene.name);
            assert!(hidden > 100, "{}: {hidden}", scene.name);
            assert!(across > 50 || mesh.num_layers() == 1, "{}: {across}", scene.name);
        }
    }
}
