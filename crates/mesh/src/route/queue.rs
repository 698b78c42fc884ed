//! A queue of numbered things, the least first: a heap with four children, which is flatter than one with two and kinder to caches.
//!
//! Equal keys come out by their numbers, so that results do not depend on the order in which things were put in.

/// A queue; the least key first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    items: Vec<(f64, u32)>,
}

impl Queue {
    pub(crate) fn clear(&mut self) {
        self.items.clear();
    }

    pub(crate) fn push(&mut self, key: f64, number: u32) {
        let item = (key, number);
        let mut hole = self.items.len();
        self.items.push(item);
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if !is_before(item, self.items[parent]) {
                break;
            }
            self.items[hole] = self.items[parent];
            hole = parent;
        }
        self.items[hole] = item;
    }

    pub(crate) fn pop(&mut self) -> Option<(f64, u32)> {
        let top = *self.items.first()?;
        let last = self.items.pop()?;
        let len = self.items.len();
        if len == 0 {
            return Some(top);
        }
        let mut hole = 0;
        loop {
            let first = 4 * hole + 1;
            if first >= len {
                break;
            }
            let mut least = first;
            for child in first + 1..(first + 4).min(len) {
                if is_before(self.items[child], self.items[least]) {
                    least = child;
                }
            }
            if !is_before(self.items[least], last) {
                break;
            }
            self.items[hole] = self.items[least];
            hole = least;
        }
        self.items[hole] = last;
        Some(top)
    }
}

#[inline]
fn is_before(a: (f64, u32), b: (f64, u32)) -> bool {
    a.0 < b.0 || a.0 == b.0 && a.1 < b.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_comes_first() {
        let mut queue = Queue::default();
        let mut seed = 7u32;
        let mut items: Vec<(f64, u32)> = (0..1000)
            .map(|number| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (f64::from(seed >> 26), number)
            })
            .collect();
        for &(key, number) in items.iter().rev() {
            queue.push(key, number);
        }
        items.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        let mut out = Vec::new();
        while let Some(item) = queue.pop() {
            out.push(item);
        }
        assert_eq!(out, items);
    }
}
