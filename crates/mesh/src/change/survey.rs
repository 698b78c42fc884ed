//! What is left of the forest of the widest ways around an update, before anything is put in.
//!
//! 1. Take lost edges out of the forest, and climb from their ends towards the roots, each up to where another climb has been.
//! 2. The links on these climbs, as far as they lead to others, together with the lost edges are the ties that held the ends together before.
//! 3. Climb from the ends of new edges too, to know in which trees they are.
//!
//! Every joint that is met has a place in the survey, and climbs that end in the same root are in one part.
//! Cost: one climb to the root for each part, as many steps as there are links; the other climbs are short.

use super::search::Sets;
use super::ties::NONE;
use crate::id::{EdgeId, JointId};
use crate::mesh::Mesh;
use crate::route::{Forest, Strength};

/// An edge, and the places of its ends.
pub(super) type Tie = (Strength, [u32; 2]);

/// A view of a forest from some of its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The lost edges and the links between their ends, strongest first.
    pub(super) ties: Vec<Tie>,
    /// New edges, strongest first.
    pub(super) new: Vec<Tie>,
    /// The places of the ends of lost edges; some are there several times.
    pub(super) torn: Vec<u32>,
    /// The joints, climb after climb.
    met: Vec<JointId>,
    climbs: Vec<Climb>,
    /// By joint: its place and one more, or 0 if it is not there.
    places: Vec<u32>,
    parts: Sets,
}

/// A way upwards.
#[derive(Clone, Copy, Debug)]
struct Climb {
    begin: u32,
    /// How many links, counted from its beginning, lead to other climbs.
    end: u32,
    /// The place where it met another climb; none if it got to a root.
    top: u32,
    /// The climb that got to the root of the same tree.
    part: u32,
    /// Of a part: more than the links from any of its places to its root.
    height: u32,
}

impl Survey {
    /// Takes lost edges out of a forest, and looks around there and at new ones.
    pub(super) fn make(&mut self, forest: &mut Forest, mesh: &Mesh, lost: &[EdgeId], new: &[EdgeId]) {
        self.met.clear();
        self.climbs.clear();
        self.ties.clear();
        self.torn.clear();
        self.new.clear();
        self.places = vec![0; mesh.joints.len()];
        // Step 1.
        let mut cut: Vec<(Strength, [JointId; 2])> = Vec::with_capacity(lost.len());
        cut.extend(lost.iter().filter_map(|&e| forest.cut(e)));
        for (strength, ends) in cut {
            let places = ends.map(|j| self.place_of(forest, j));
            self.torn.extend(places);
            self.ties.push((strength, places));
        }
        // Step 2.
        for climb in &self.climbs {
            for place in climb.begin..climb.begin + climb.end {
                let last = climb.top != NONE && place + 1 == climb.begin + climb.end;
                let above = if last { climb.top } else { place + 1 };
                self.ties.push((forest.up(self.met[place as usize]).strength, [place, above]));
            }
        }
        self.ties.sort_unstable_by(|a, b| b.cmp(a));
        // Step 3.
        for &e in new {
            let places = mesh.ends_of_edge(e).map(|j| self.place_of(forest, j));
            self.new.push((Strength::of(mesh, e), places));
        }
        self.new.sort_unstable_by(|a, b| b.cmp(a));
        self.parts.begin(self.climbs.len());
    }

    pub(super) fn num_places(&self) -> usize {
        self.met.len()
    }

    pub(super) fn joint(&self, place: u32) -> JointId {
        self.met[place as usize]
    }

    /// Unites the parts of two places. Returns which of the two is in the lower one, or `None` if they were in one part already.
    pub(super) fn unite(&mut self, places: [u32; 2]) -> Option<usize> {
        let [one, two] = places.map(|place| {
            let climb = self.climbs.partition_point(|climb| climb.begin <= place) - 1;
            self.parts.root(self.climbs[climb].part)
        });
        if one == two {
            return None;
        }
        self.parts.unite(one, two);
        let heights = [one, two].map(|part| self.climbs[part as usize].height);
        // Roughly: what is turned round is lower.
        self.climbs[one.min(two) as usize].height = heights[0].max(heights[1]);
        Some(usize::from(heights[1] < heights[0]))
    }

    /// The place of a joint; climbs from it if nobody has met it.
    fn place_of(&mut self, forest: &Forest, j: JointId) -> u32 {
        let begin = self.met.len() as u32;
        let mut at = j;
        while at.0 != NONE && self.places[at.index()] == 0 {
            self.met.push(at);
            self.places[at.index()] = self.met.len() as u32;
            at = forest.up(at).parent;
        }
        let place = self.places[j.index()] - 1;
        let height = self.met.len() as u32 - begin;
        if height == 0 {
            self.reach(place);
        } else if at.0 == NONE {
            let part = self.climbs.len() as u32;
            self.climbs.push(Climb { begin, end: 0, top: NONE, part, height });
        } else {
            let top = self.places[at.index()] - 1;
            let part = self.reach(top);
            self.climbs.push(Climb { begin, end: height, top, part, height });
        }
        place
    }

    /// A climb ends at a place: the links of the climb there are of interest up to it. Returns the part.
    fn reach(&mut self, place: u32) -> u32 {
        let index = self.climbs.partition_point(|climb| climb.begin <= place) - 1;
        let climb = &mut self.climbs[index];
        climb.end = climb.end.max(place - climb.begin);
        climb.part
    }
}
