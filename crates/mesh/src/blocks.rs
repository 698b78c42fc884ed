//! An array in blocks that its copies share until one of them writes.
//!
//! Idea. A mesh changes in a small part while others still read the state before. So its arrays are cut into blocks of [`LENGTH`] items
//! behind reference counts: a copy takes the references, and whoever writes first copies the one block that it writes to.
//!
//! Invariant: all blocks have the same length; what the last one has beyond the end of the array is never read. Whoever has an index from
//! outside compares it with the length first: reading beyond the last block panics, beyond the end within it only in debug builds.
//! Cost: a copy takes n / [`LENGTH`] reference counts; reading an item one step more than in a plain array; writing to a shared
//! block a copy of it.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use rayon::prelude::*;

/// Items of a block. With fewer of them copies of an array take longer, with more the first write to a block does; reading does not care.
pub(crate) const LENGTH: usize = 512;

/// An array that is cheap to copy: see above.
pub(crate) struct Blocks<T> {
    blocks: Vec<Arc<[T; LENGTH]>>,
    len: usize,
}

impl<T: Copy> Blocks<T> {
    /// As many items as wanted, each made from its index.
    pub(crate) fn from_fn(len: usize, make: impl Fn(usize) -> T + Sync) -> Self
    where
        T: Send + Sync,
    {
        let block = |first: usize| -> Arc<[T; LENGTH]> {
            // The last block is filled with something.
            Arc::new(std::array::from_fn(|k| make((first + k).min(len - 1))))
        };
        let starts = (0..len.div_ceil(LENGTH)).into_par_iter().with_min_len(64);
        Self { blocks: starts.map(|index| block(index * LENGTH)).collect(), len }
    }

    /// An item and the one after it, whose index is odd: both are in one block.
    #[inline]
    pub(crate) fn pair(&self, even: usize) -> [&T; 2] {
        debug_assert!(even.is_multiple_of(2) && even + 1 < self.len, "a pair at {even} of {}", self.len);
        let block = &self.blocks[even / LENGTH];
        [&block[even % LENGTH], &block[(even % LENGTH) | 1]]
    }

    /// The same, to write to.
    #[inline]
    pub(crate) fn pair_mut(&mut self, even: usize) -> &mut [T] {
        debug_assert!(even.is_multiple_of(2) && even + 1 < self.len, "a pair at {even} of {}", self.len);
        let first = even % LENGTH;
        &mut Arc::make_mut(&mut self.blocks[even / LENGTH])[first..first + 2]
    }

    /// Number of items.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends an item.
    pub(crate) fn push(&mut self, item: T) {
        let (block, place) = (self.len / LENGTH, self.len % LENGTH);
        match self.blocks.get_mut(block) {
            Some(block) => Arc::make_mut(block)[place] = item,
            None => self.blocks.push(Arc::new([item; LENGTH])),
        }
        self.len += 1;
    }

    /// All items.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.slices().flatten()
    }

    /// All items, block by block.
    pub(crate) fn slices(&self) -> impl Iterator<Item = &[T]> + Clone {
        let mut rest = self.len;
        self.blocks.iter().map(move |block| {
            let own = &block[..rest.min(LENGTH)];
            rest -= own.len();
            own
        })
    }

    /// All items, block by block, to write to all of them: blocks that are shared are copied.
    pub(crate) fn slices_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        let mut rest = self.len;
        self.blocks.iter_mut().map(move |block| {
            let own = &mut Arc::make_mut(block)[..rest.min(LENGTH)];
            rest -= own.len();
            own
        })
    }

    /// Bytes of the blocks that it does not share with another array.
    pub(crate) fn bytes_apart(&self, other: &Self) -> usize {
        let shared = |(one, two): &(&Arc<_>, &Arc<_>)| Arc::ptr_eq(one, two);
        let shared = self.blocks.iter().zip(&other.blocks).filter(shared).count();
        (self.blocks.len() - shared) * size_of::<[T; LENGTH]>()
    }

    /// Bytes held in memory, shared or not.
    pub(crate) fn bytes(&self) -> usize {
        // Each block has its two reference counts beside it.
        let block = size_of::<[T; LENGTH]>() + 2 * size_of::<usize>();
        self.blocks.len() * (size_of::<Arc<[T; LENGTH]>>() + block)
    }
}

impl<T> Index<usize> for Blocks<T>
where
    T: Copy,
{
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        debug_assert!(index < self.len, "item {index} of an array of {}", self.len);
        &self.blocks[index / LENGTH][index % LENGTH]
    }
}

impl<T> IndexMut<usize> for Blocks<T>
where
    T: Copy,
{
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        debug_assert!(index < self.len, "item {index} of an array of {}", self.len);
        &mut Arc::make_mut(&mut self.blocks[index / LENGTH])[index % LENGTH]
    }
}

impl<T: Copy + Send + Sync> From<Vec<T>> for Blocks<T> {
    fn from(items: Vec<T>) -> Self {
        Self::from_fn(items.len(), |index| items[index])
    }
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }
}

impl<T> Clone for Blocks<T> {
    fn clone(&self) -> Self {
        Self { blocks: self.blocks.clone(), len: self.len }
    }
}

impl<T: Copy + PartialEq> PartialEq for Blocks<T> {
    fn eq(&self, other: &Self) -> bool {
        // What is shared is the same, numbers that are none included: slots that are free may have such.
        let same = |(one, two): (&Arc<[T; LENGTH]>, &Arc<[T; LENGTH]>)| Arc::ptr_eq(one, two);
        self.len == other.len
            && (self.blocks.iter().zip(&other.blocks).zip(self.slices().zip(other.slices())))
                .all(|(blocks, (one, two))| same(blocks) || one == two)
    }
}

impl<T: Copy + std::fmt::Debug> std::fmt::Debug for Blocks<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<T> Blocks<T> {
        /// Blocks that are not those of another array.
        pub(crate) fn own_blocks(&self, other: &Self) -> usize {
            let shared = |(one, two): &(&Arc<_>, &Arc<_>)| Arc::ptr_eq(one, two);
            self.blocks.len() - self.blocks.iter().zip(&other.blocks).filter(shared).count()
        }
    }

    #[test]
    fn it_is_an_array() {
        for count in [0, 1, LENGTH - 1, LENGTH, LENGTH + 1, 100 * LENGTH + 7] {
            let items: Vec<usize> = (0..count).map(|k| k * k).collect();
            let mut blocks = Blocks::from(items.clone());
            let mut pushed = Blocks::default();
            items.iter().for_each(|&item| pushed.push(item));
            assert_eq!(blocks, pushed, "made in both ways");
            assert_eq!(blocks.len(), count);
            assert!(blocks.iter().eq(&items), "all items, in their order");
            assert!((0..count).all(|k| blocks[k] == items[k]), "one by one");
            blocks.slices_mut().flatten().for_each(|item| *item += 1);
            assert!(blocks.iter().zip(&items).all(|(one, two)| *one == two + 1), "all are written");
            assert_eq!(blocks == pushed, count == 0, "they differ now");
        }
    }

    #[test]
    fn a_copy_stays_as_it_was() {
        let items: Vec<usize> = (0..10 * LENGTH).collect();
        let mut blocks = Blocks::from(items.clone());
        let copy = blocks.clone();
        assert_eq!(blocks.own_blocks(&copy), 0, "nothing was copied");
        blocks[3] = 0;
        blocks[4] = 0;
        blocks[7 * LENGTH] = 1;
        blocks.push(9);
        assert!(copy.iter().eq(&items), "the copy is unchanged");
        assert_eq!(blocks.own_blocks(&copy), 3, "two were written to, one was added");
        assert_eq!([blocks[3], blocks[4], blocks[7 * LENGTH], blocks[10 * LENGTH]], [0, 0, 1, 9]);
    }

    #[test]
    fn a_block_has_something_beyond_the_end_that_does_not_count() {
        let mut blocks = Blocks::from(vec![1u8; 5]);
        let mut other = Blocks::from(vec![1u8; 6]);
        assert_ne!(blocks, other);
        other[5] = 7;
        blocks.push(7);
        assert_eq!(blocks, other);
        assert_eq!(blocks.iter().count(), 6);
    }
}
