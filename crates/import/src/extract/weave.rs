//! Sewing: which edges of walkable pieces are edges of one surface.
//!
//! Pieces were cut one by one, and rounded; files have corners on edges, and gaps of fractions of a millimeter. After weaving, edges of
//! pieces that touch are the same edges between the same points, and those that belong together are mates.
//!
//! 1. Edges that fit exactly are settled ([`super::settle`]).
//! 2. Of the others, ends that are nearly in one place become one ([`super::weld`]).
//! 3. An edge with an end of another close to it is led through that end, at whatever height: pieces at different heights may come to lie in one
//!    layer, and must not overlap there by a hair. Edges that cross within the height of a step are both led through a new point, and so are
//!    edges from one point that part slowly, where they leave each other ([`super::meet`]).
//! 4. Repeat 2 and 3 until nothing changes.
//! 5. Where two edges lie on each other, and differ in height by more than a step along a part of them only, split both there.
//! 6. Opposite edges between two points become mates if no more than a step is between them ([`super::mates`]).
//!
//! Tolerances are those of rounding, but wider for ends at [`super::rough`] places.
//!
//! Invariant: ends are farther apart than [`near`], and edges are led through ends within half of that; so an edge is never led back and forth.
//! Cost: O(n log n) a round for n edges that are not settled; two or three rounds.
//! Degenerate: parts of pieces that are thinner than [`near`] fold to lines, whose two sides then are mates of each other.
//! After: iterated snap rounding (Halperin & Packer, Comput. Geom. 23 (2002) 209-225, doi:10.1016/S0925-7721(01)00064-5), with heights.

use rayon::prelude::*;

use super::boxes::{Bounds, Boxes};
use super::facets::Facets;
use super::flat::Spot;
use super::floors::{Cleared, Floor};
use super::mates::find_mates;
use super::meet::{Edge, Place, Split, meet, sort};
use super::rough::Rough;
use super::settle::settle;
use super::sheets::{Sheets, Thread};
use super::soup::{NONE, Soup};
use super::tolerance::{NEAR_ROUGH, near};
use super::weld::Kept;

/// More rounds than this were never seen; what is left then is told.
const ROUNDS: usize = 40;

/// Sews what is walkable of the facets together. `extra` are further pieces: edges with their heights.
pub(crate) fn weave(
    soup: &Soup,
    facets: &Facets,
    cleared: &[Cleared],
    extra: &[Vec<([Spot; 2], [i32; 2])>],
    step: i32,
) -> Sheets {
    let mut weave = Weave::new(soup, facets, cleared, extra);
    weave.loose = settle(&mut weave.sheets, cleared, &weave.rough);
    let rounds = weave.lead_apart(step);
    let Weave { mut sheets, loose, .. } = weave;
    find_mates(&mut sheets, loose, step);
    sheets.tangled = rounds >= ROUNDS;
    sheets.sort();
    sheets
}

struct Weave {
    sheets: Sheets,
    /// Edges that are not settled; they are taken out of the sheets while they are led apart.
    loose: Vec<Thread>,
    /// Whether each of them is new since edges were last compared: two that are not have nothing to say to each other.
    fresh: Vec<bool>,
    /// Where more tolerance is needed.
    rough: Rough,
    /// Which places are there, or were joined with such.
    rough_spots: Vec<bool>,
}

impl Weave {
    fn new(soup: &Soup, facets: &Facets, cleared: &[Cleared], extra: &[Vec<([Spot; 2], [i32; 2])>]) -> Self {
        // All places, numbered in order.
        let mut spots: Vec<Spot> = soup.points.par_iter().map(|&[x, y, _]| [x, y]).collect();
        for own in cleared {
            if let Floor::Cut(edges) = &own.floor {
                spots.extend(edges.iter().map(|edge| edge[0]));
            }
            spots.extend(own.slits.iter().flatten());
        }
        spots.extend(extra.iter().flatten().flat_map(|(ends, _)| ends));
        spots.par_sort_unstable();
        spots.dedup();
        let number = |spot: Spot| spots.binary_search(&spot).map_or(NONE, |index| index as u32);
        let of_point: Vec<u32> = soup.points.par_iter().map(|&[x, y, _]| number([x, y])).collect();
        let threads: Vec<Vec<Thread>> = cleared
            .par_iter()
            .enumerate()
            .map(|(facet, own)| {
                let piece = facet as u32;
                let plane = facets.facets[facet].plane;
                let height = |[x, y]: Spot| plane.height(f64::from(x), f64::from(y)).round() as i32;
                let thread = |ends: [Spot; 2], wall: bool| Thread {
                    ends: ends.map(number),
                    heights: ends.map(height),
                    piece,
                    wall,
                    mate: NONE,
                };
                let mut threads: Vec<Thread> = match &own.floor {
                    Floor::Whole => facets
                        .outline(soup, piece)
                        .into_iter()
                        .map(|ends| Thread {
                            ends: ends.map(|point| of_point[point as usize]),
                            heights: ends.map(|point| soup.points[point as usize][2]),
                            piece,
                            wall: false,
                            mate: NONE,
                        })
                        .collect(),
                    Floor::Cut(edges) => edges.iter().map(|&ends| thread(ends, false)).collect(),
                };
                if !threads.is_empty() {
                    let mut slits: Vec<[Spot; 2]> =
                        own.slits.iter().map(|&[a, b]| if a < b { [a, b] } else { [b, a] }).collect();
                    slits.sort_unstable();
                    slits.dedup();
                    threads.extend(slits.into_iter().map(|ends| thread(ends, true)));
                }
                threads.retain(|thread| thread.ends[0] != thread.ends[1]);
                threads
            })
            .collect();
        let mut threads: Vec<Thread> = threads.into_iter().flatten().collect();
        for (index, edges) in extra.iter().enumerate() {
            let piece = (cleared.len() + index) as u32;
            threads.extend(edges.iter().map(|&(ends, heights)| Thread {
                ends: ends.map(number),
                heights,
                piece,
                wall: false,
                mate: NONE,
            }));
        }
        let pieces = cleared.len() + extra.len();
        let rough = Rough::new(soup, extra.iter().flatten().map(|(ends, _)| ends));
        Self {
            sheets: Sheets { spots, threads, pieces, ..Sheets::default() },
            loose: Vec::new(),
            fresh: Vec::new(),
            rough,
            rough_spots: Vec::new(),
        }
    }

    /// Steps 2 to 5. Says how many rounds it took.
    fn lead_apart(&mut self, step: i32) -> usize {
        let mut kept = Kept::<2>::new(self.loose.len() * 2);
        // For each place that is kept, its number among all places.
        let mut numbers: Vec<u32> = Vec::new();
        let mut moved: Vec<u32> = (0..self.sheets.spots.len() as u32).collect();
        let mut rounds = 0;
        let mut known = vec![false; self.sheets.spots.len()];
        loop {
            // Step 2, for ends that are new. Places are in order, new ones come after.
            let mut ends: Vec<u32> = self.loose.iter().flat_map(|thread| thread.ends).collect();
            ends.par_sort_unstable();
            ends.dedup();
            known.resize(self.sheets.spots.len(), false);
            moved.extend(moved.len() as u32..self.sheets.spots.len() as u32);
            self.rough_spots.resize(self.sheets.spots.len(), false);
            for end in ends {
                if std::mem::replace(&mut known[end as usize], true) {
                    continue;
                }
                self.rough_spots[end as usize] = self.rough.has(self.sheets.spots[end as usize]);
                let (spot, rough) = (self.sheets.spots[end as usize], &mut self.rough_spots);
                let own = rough[end as usize];
                let place = kept.nearest(spot, NEAR_ROUGH, |place, distance| {
                    distance <= near(own || rough[numbers[place as usize] as usize]).pow(2)
                });
                if let Some(place) = place {
                    moved[end as usize] = numbers[place as usize];
                    rough[moved[end as usize] as usize] |= own;
                } else {
                    kept.keep(spot);
                    numbers.push(end);
                }
            }
            self.fresh.resize(self.loose.len(), true);
            for (thread, fresh) in self.loose.iter_mut().zip(&mut self.fresh) {
                let ends = thread.ends.map(|end| moved[end as usize]);
                *fresh |= ends != thread.ends;
                thread.ends = ends;
            }
            let mut fresh = self.fresh.iter();
            let fresh_left: Vec<bool> = self
                .loose
                .iter()
                .filter_map(|thread| fresh.next().filter(|_| thread.ends[0] != thread.ends[1]))
                .copied()
                .collect();
            self.fresh = fresh_left;
            self.loose.retain(|thread| thread.ends[0] != thread.ends[1]);
            rounds += 1;
            if rounds >= ROUNDS {
                break;
            }
            // Step 3, and if there is nothing to do, step 5.
            if !self.split_where_they_meet(step) && !self.split_where_too_steep(step) {
                break;
            }
        }
        for thread in &mut self.sheets.threads {
            thread.ends = thread.ends.map(|end| moved[end as usize]);
        }
        rounds
    }

    /// Step 3. Says whether anything was split.
    fn split_where_they_meet(&mut self, step: i32) -> bool {
        let (spots, loose) = (&self.sheets.spots, &self.loose);
        let edge = |index: u32| {
            let Thread { ends, heights, piece, wall, .. } = loose[index as usize];
            Edge {
                ends,
                at: ends.map(|end| spots[end as usize]),
                rough_ends: ends.map(|end| self.rough_spots[end as usize]),
                heights,
                piece: (!wall).then_some(piece),
            }
        };
        let bounds: Vec<Bounds> =
            (0..loose.len() as u32).into_par_iter().map(|index| edge(index).bounds()).collect();
        let boxes = Boxes::new(&bounds);
        let fresh = &self.fresh;
        // What a new edge meets splits it, and the other one too if that is not new; new ones look for themselves.
        let found: Vec<(u32, Split)> = (0..loose.len() as u32)
            .into_par_iter()
            .filter(|&index| fresh[index as usize])
            .flat_map_iter(|index| {
                let (mut found, mut splits) = (Vec::new(), Vec::new());
                let own = edge(index);
                boxes.overlapping(&bounds[index as usize], |other| {
                    if other == index {
                        return;
                    }
                    let theirs = edge(other);
                    meet(&own, &theirs, step, &mut splits);
                    found.extend(splits.drain(..).map(|split| (index, split)));
                    if !fresh[other as usize] {
                        meet(&theirs, &own, step, &mut splits);
                        found.extend(splits.drain(..).map(|split| (other, split)));
                    }
                });
                found
            })
            .collect();
        let mut splits: Vec<Vec<Split>> = vec![Vec::new(); loose.len()];
        found.into_iter().for_each(|(index, split)| splits[index as usize].push(split));
        splits.par_iter_mut().for_each(sort);
        self.fresh.fill(false);
        self.apply(splits)
    }

    /// Step 5. Says whether anything was split.
    fn split_where_too_steep(&mut self, step: i32) -> bool {
        let mut order: Vec<(u64, u32)> = self
            .loose
            .iter()
            .enumerate()
            .filter(|(_, thread)| !thread.wall)
            .map(|(index, thread)| (thread.key(), index as u32))
            .collect();
        order.par_sort_unstable();
        let mut splits: Vec<Vec<Split>> = vec![Vec::new(); self.loose.len()];
        for group in order.chunk_by(|one, two| one.0 == two.0) {
            for (k, &(_, one)) in group.iter().enumerate() {
                for &(_, two) in &group[k + 1..] {
                    let (a, b) = (self.loose[one as usize], self.loose[two as usize]);
                    if a.ends[0] != b.ends[1] || a.piece == b.piece {
                        continue;
                    }
                    let rise = [a.heights[0] - b.heights[1], a.heights[1] - b.heights[0]].map(f64::from);
                    let [start, end] = a.ends.map(|end| self.sheets.spots[end as usize]);
                    let least = 2 * near(a.ends.iter().any(|&end| self.rough_spots[end as usize]));
                    for limit in [f64::from(step), -f64::from(step)] {
                        let t = (limit - rise[0]) / (rise[1] - rise[0]);
                        if !(t > 0.0 && t < 1.0) {
                            continue;
                        }
                        let at = [0, 1].map(|k| {
                            let (from, to) = (f64::from(start[k]), f64::from(end[k]));
                            (from + t * (to - from)).round() as i32
                        });
                        let far = |end: Spot| super::flat::distance_sq(at, end) > least * least;
                        if far(start) && far(end) {
                            splits[one as usize].push(Split { at: t, place: Place::New(at) });
                            splits[two as usize].push(Split { at: 1.0 - t, place: Place::New(at) });
                        }
                    }
                }
            }
        }
        splits.iter_mut().for_each(sort);
        self.apply(splits)
    }

    /// Leads edges through places. Says whether there were any.
    fn apply(&mut self, splits: Vec<Vec<Split>>) -> bool {
        if splits.iter().all(Vec::is_empty) {
            return false;
        }
        let mut new: Vec<Spot> = splits
            .iter()
            .flatten()
            .filter_map(|split| match split.place {
                Place::New(spot) => Some(spot),
                Place::Old(_) => None,
            })
            .collect();
        new.sort_unstable();
        new.dedup();
        let first = self.sheets.spots.len() as u32;
        let number = |spot: Spot| first + new.binary_search(&spot).unwrap_or(0) as u32;
        let mut woven = Vec::with_capacity(self.loose.len() + 16);
        let mut fresh = Vec::with_capacity(self.loose.len() + 16);
        for (thread, own) in self.loose.iter().zip(&splits) {
            let (mut from, mut height) = (thread.ends[0], thread.heights[0]);
            let rise = f64::from(thread.heights[1]) - f64::from(thread.heights[0]);
            for split in own {
                let to = match split.place {
                    Place::Old(end) => end,
                    Place::New(spot) => number(spot),
                };
                let there = (f64::from(thread.heights[0]) + split.at * rise).round() as i32;
                woven.push(Thread { ends: [from, to], heights: [height, there], ..*thread });
                (from, height) = (to, there);
            }
            let last =
                Thread { ends: [from, thread.ends[1]], heights: [height, thread.heights[1]], ..*thread };
            woven.push(last);
            fresh.resize(woven.len(), !own.is_empty());
        }
        self.loose = woven;
        self.fresh = fresh;
        self.sheets.spots.extend(new);
        true
    }
}
