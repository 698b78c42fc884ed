//! Which nodes are hot and which courses bent: the least sets that obey the rules of [`super::arrangement`].
//!
//! Growing is simple: what becomes hot or bent may make others so, and a list of tasks follows that up.
//!
//! Shrinking has a trap: a node may be hot because a course is bent because the node is hot. So first everything goes
//! whose reason may be gone, and then what has another reason comes back (delete and rederive):
//!
//! 1. Cool each loose node without a rounded crossing of its own, straighten each bent course that meets its
//!    pixel beside the center and has no such crossing on its way, cool the nodes of those, and so on.
//! 2. Take nodes that are not used any more out of the chains and the index.
//! 3. What was cooled and meets a bent course is hot; what was straightened and meets a hot pixel is
//!    bent; follow that up as in growing.
//! 4. What is straight now drops the stops that do not lie on it.
//!
//! Invariant: after [`Arrangement::spread`] and [`Arrangement::settle`] the rules hold, and hot and bent are least.
//! Cost: what is cooled and straightened. Steps go from one course to the next only through nodes that lie within
//! half a unit of both, so they end after one or two where the grid is finer than the drawing.
//! After: Gupta, Mumick & Subrahmanian, Maintaining views incrementally, SIGMOD 1993, doi:10.1145/170035.170066.

use super::arrangement::{Arrangement, Layers};
use super::index::Item;

impl Arrangement {
    pub(super) fn heat(&mut self, v: u32) {
        if !std::mem::replace(&mut self.nodes[v as usize].hot, true) {
            self.tasks.push(Item::Node(v));
        }
    }

    pub(super) fn bend(&mut self, c: u32) {
        if !std::mem::replace(&mut self.courses[c as usize].bent, true) {
            self.tasks.push(Item::Course(c));
        }
    }

    /// Follows up what became hot or bent.
    pub fn spread(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Item::Node(v) => {
                    for c in self.courses_off(v) {
                        self.bend(c);
                    }
                }
                Item::Course(c) => {
                    for v in self.nodes_met(c) {
                        self.add_stop(c, v);
                        self.heat(v);
                    }
                }
            }
        }
    }

    /// Brings everything up to date after removals.
    pub fn settle(&mut self) {
        let loose = std::mem::take(&mut self.loose);
        let (cooled, straightened) = self.cool(&loose);
        self.bury(&loose);
        self.warm(&cooled, &straightened);
        for c in straightened {
            if !self.courses[c as usize].bent {
                for v in self.courses[c as usize].stops.clone() {
                    if !self.courses[c as usize].is_on(self.nodes[v as usize].at) {
                        self.remove_stop(c, v);
                    }
                }
            }
        }
        self.loose = loose;
        self.loose.clear();
    }

    /// Step 1.
    fn cool(&mut self, loose: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let (mut cooled, mut straightened) = (Vec::new(), Vec::new());
        let mut stack = loose.to_vec();
        while let Some(v) = stack.pop() {
            let node = &mut self.nodes[v as usize];
            if !node.hot || node.rounded > 0 {
                continue;
            }
            node.hot = false;
            cooled.push(v);
            for c in self.courses_off(v) {
                if self.courses[c as usize].bent && !self.is_firm(c) {
                    self.courses[c as usize].bent = false;
                    straightened.push(c);
                    stack.extend(self.courses[c as usize].nodes());
                }
            }
        }
        (cooled, straightened)
    }

    /// Whether a course is bent by a crossing that was rounded.
    fn is_firm(&self, c: u32) -> bool {
        let course = &self.courses[c as usize];
        let mut nodes = course.stops.iter().map(|&v| &self.nodes[v as usize]);
        nodes.any(|node| node.rounded > 0 && !course.is_on(node.at))
    }

    /// Step 2.
    fn bury(&mut self, loose: &[u32]) {
        for &v in loose {
            let (at, used) = (self.nodes[v as usize].at, self.nodes[v as usize].is_used());
            let (class, entry) = (self.nodes[v as usize].class, self.nodes[v as usize].entry);
            if used || self.node_at.get(&(at, class)) != Some(&v) {
                continue;
            }
            self.node_at.remove(&(at, class));
            self.index.remove(entry);
            self.changed_nodes.push(v);
            let near = self.near(&Layers::OfNode(v), at, at);
            for &item in &near {
                if let Item::Course(c) = item
                    && self.courses[c as usize].meets(at)
                {
                    self.remove_stop(c, v);
                }
            }
            self.done(near);
        }
    }

    /// Step 3.
    fn warm(&mut self, cooled: &[u32], straightened: &[u32]) {
        for &v in cooled {
            if self.nodes[v as usize].is_used() && self.meets_bent(v) {
                self.heat(v);
            }
        }
        for &c in straightened {
            let course = &self.courses[c as usize];
            let mut nodes = course.stops.iter().map(|&v| &self.nodes[v as usize]);
            if nodes.any(|node| node.hot && !course.is_on(node.at)) {
                self.bend(c);
            }
        }
        self.spread();
    }

    /// Whether a bent course meets the pixel of a node.
    fn meets_bent(&mut self, v: u32) -> bool {
        let at = self.nodes[v as usize].at;
        let near = self.near(&Layers::OfNode(v), at, at);
        let met = near.iter().any(|&item| {
            let Item::Course(c) = item else { return false };
            self.courses[c as usize].bent && self.courses[c as usize].meets(at)
        });
        self.done(near);
        met
    }

    /// The courses that meet the pixel of a node, but not its center.
    fn courses_off(&mut self, v: u32) -> Vec<u32> {
        let at = self.nodes[v as usize].at;
        let near = self.near(&Layers::OfNode(v), at, at);
        let courses = near.iter().filter_map(|&item| match item {
            Item::Course(c) => Some((c, &self.courses[c as usize])),
            Item::Node(_) => None,
        });
        let off =
            courses.filter(|(_, course)| course.meets(at) && !course.is_on(at)).map(|(c, _)| c).collect();
        self.done(near);
        off
    }

    /// The nodes whose pixel a course meets.
    fn nodes_met(&mut self, c: u32) -> Vec<u32> {
        let (from, to) = (self.courses[c as usize].from, self.courses[c as usize].to);
        let near = self.near(&Layers::Few(self.courses[c as usize].layers), from, to);
        let nodes = near.iter().filter_map(|&item| match item {
            Item::Node(v) => Some(v),
            Item::Course(_) => None,
        });
        let course = &self.courses[c as usize];
        let met = nodes.filter(|&v| course.meets(self.nodes[v as usize].at)).collect();
        self.done(near);
        met
    }
}
