//! Sets that are united and never parted again.

/// Disjoint sets of numbers; each is known by its lowest member, so that the order of unions does not matter.
#[derive(Default)]
pub(crate) struct Unite {
    /// Invariant: a member's parent is not above it, and a root is its own.
    parents: Vec<u32>,
}

impl Unite {
    /// Each number alone.
    pub(crate) fn new(len: usize) -> Self {
        Self { parents: (0..len as u32).collect() }
    }

    /// Each number alone, in the memory of before.
    pub(crate) fn reset(&mut self, len: usize) {
        self.parents.clear();
        self.parents.extend(0..len as u32);
    }

    /// The lowest member of a set.
    pub(crate) fn root(&mut self, mut member: u32) -> u32 {
        loop {
            let parent = self.parents[member as usize];
            if parent == member {
                return member;
            }
            // Halving the path keeps the next search short.
            let above = self.parents[parent as usize];
            self.parents[member as usize] = above;
            member = above;
        }
    }

    /// Makes one set of two.
    pub(crate) fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
