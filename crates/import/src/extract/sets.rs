//! Disjoint sets of numbers.

use super::soup::NONE;

/// Disjoint sets.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    pub(crate) fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect() }
    }

    /// The first element of the set of this one.
    pub(crate) fn find(&mut self, mut at: u32) -> u32 {
        while self.parent[at as usize] != at {
            let above = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = above;
            at = above;
        }
        at
    }

    /// Unites two sets; the smaller first element stays the first. Says whether they were two.
    pub(crate) fn unite(&mut self, one: u32, two: u32) -> bool {
        let (one, two) = (self.find(one), self.find(two));
        self.parent[one.max(two) as usize] = one.min(two);
        one != two
    }

    /// The number of the set of each element, counted by their first elements, and how many sets there are.
    pub(crate) fn numbered(mut self) -> (Vec<u32>, usize) {
        let mut numbers = vec![NONE; self.parent.len()];
        let mut count = 0;
        for at in 0..self.parent.len() as u32 {
            let first = self.find(at);
            if first == at {
                numbers[at as usize] = count;
                count += 1;
            } else {
                numbers[at as usize] = numbers[first as usize];
            }
        }
        (numbers, count as usize)
    }
}
