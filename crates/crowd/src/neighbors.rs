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
//! Invariant: the result does not depend on the reach that the search began with.
//! Cost: about 20 candidates for 16 neighbors, whatever the density.
//! Degenerate: characters in one place are neighbors at distance zero. Of very many walls only the nearest hide anybody.

use throng_mesh::{CellId, Mesh, Position};

use crate::doors::{Beyond, Doors};
use crate::index::Index;
use crate::plane::{Vector, cross, sub};
use crate::view::{MOST_NEIGHBORS, SeenWall};

/// How far characters mind others. \[m\]
pub(crate) const RANGE: f32 = 5.0;

/// The neighbors of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Neighbors {
    /// Slots, nearest first.
    slots: [u32; MOST_NEIGHBORS],
    count: u32,
    /// Where the next search begins. \[m\]
    reach: f32,
}

impl Neighbors {
    /// Their slots in the index, nearest first.
    #[inline]
    pub(crate) fn slots(&self) -> &[u32] {
        &self.slots[..self.count as usize]
    }
}

/// A character that looks around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observer<'a> {
    pub(crate) slot: u32,
    pub(crate) position: Position,
    pub(crate) cell: CellId,
    /// Walls in sight, relative to it.
    pub(crate) walls: &'a [SeenWall],
}

/// Memory of a search.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// Squares of distances as bits, which for numbers from zero on have the same order, and slots.
    keys: Vec<u32>,
    slots: Vec<u32>,
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
            reach = if reach < RANGE { reach } else { RANGE };
            self.keys.clear();
            self.slots.clear();
            self.collect(index, own, at, reach);
            if is_near_door {
                self.collect_behind_doors(index, mesh, doors, own, at, reach, positions);
            }
            if self.slots.len() >= MOST_NEIGHBORS || reach >= RANGE {
                break;
            }
            reach = 1.5 * reach + 0.25;
        }
        self.rank(neighbors);
        let farthest =
            if neighbors.count as usize == MOST_NEIGHBORS { self.farthest(neighbors) } else { RANGE };
        neighbors.reach = 1.08 * farthest + 0.12;
    }

    /// Step 1.
    fn collect(&mut self, index: &Index, own: Observer<'_>, at: Vector, reach: f32) {
        let square = reach * reach;
        for range in index.around(own.position.layer, at, reach) {
            let base = range.start;
            let (xs, ys) = (&index.xs[range.clone()], &index.ys[range]);
            for (k, (&x, &y)) in xs.iter().zip(ys).enumerate() {
                let offset = [x - at[0], y - at[1]];
                let distance = offset[0] * offset[0] + offset[1] * offset[1];
                let slot = (base + k) as u32;
                if distance <= square && slot != own.slot && !is_behind(offset, own.walls) {
                    self.keys.push(distance.to_bits());
                    self.slots.push(slot);
                }
            }
        }
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
        for &layer in &self.beyond.layers {
            for range in index.around(layer, at, reach) {
                for slot in range {
                    let offset = sub([index.xs[slot], index.ys[slot]], at);
                    let distance = offset[0] * offset[0] + offset[1] * offset[1];
                    if distance > square {
                        continue;
                    }
                    let other = positions[index.who[slot] as usize];
                    if self.beyond.may_see(own.position.at, other.at) && sees(mesh, own, other) {
                        self.keys.push(distance.to_bits());
                        self.slots.push(slot as u32);
                    }
                }
            }
        }
    }

    /// Step 4.
    fn rank(&self, neighbors: &mut Neighbors) {
        let n = self.keys.len();
        for (i, (&key, &slot)) in self.keys.iter().zip(&self.slots).enumerate() {
            let (before, after) = (&self.keys[..i], &self.keys[i..]);
            let nearer = before.iter().map(|&other| u32::from(other <= key)).sum::<u32>()
                + after.iter().map(|&other| u32::from(other < key)).sum::<u32>();
            if let Some(place) = neighbors.slots.get_mut(nearer as usize) {
                *place = slot;
            }
        }
        neighbors.count = n.min(MOST_NEIGHBORS) as u32;
    }

    /// Distance of the last neighbor. \[m\]
    fn farthest(&self, neighbors: &Neighbors) -> f32 {
        let last = neighbors.slots[MOST_NEIGHBORS - 1];
        let place = self.slots.iter().position(|&slot| slot == last).unwrap_or(0);
        f32::from_bits(self.keys[place]).sqrt()
    }
}

/// Where the first search of a character begins. \[m\]
const FIRST_REACH: f32 = 2.0;

/// Whether a place is behind a wall that one sees: between its ends, and beyond it.
#[inline]
pub(crate) fn is_behind(offset: Vector, walls: &[SeenWall]) -> bool {
    walls.iter().any(|wall| {
        cross(wall.from, offset) >= 0.0
            && cross(offset, wall.to) >= 0.0
            && cross(sub(wall.to, wall.from), sub(offset, wall.from)) < 0.0
    })
}

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
    use crate::walls::{Looking, WallsInSight};

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
                let (seen, count) = walls.seen_from(index.local(position.at));
                let own = Observer { slot: index.slot_of[row], position, cell, walls: &seen[..count] };
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
