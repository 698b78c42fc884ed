//! Lists of an index on one page, in one piece of memory.
//!
//! A page begins with the places on it where its lists start and end, and the one where it ends itself. Behind a list there may be free
//! slots ([`FREE`]). What leaves a list leaves one there; what comes takes the next one behind its list, so only what lies between the two
//! is moved. If there is none, the page is made anew, with free slots behind each list.
//!
//! Cost: the length of the list, and of what is moved; making it anew costs the length of the page, and is rare.

use std::sync::Arc;

/// Lists on a page: with more of them a change copies more, with fewer there are more pages to share.
pub(crate) const LISTS: usize = 64;

/// No item: a free slot.
pub(crate) const FREE: u32 = u32::MAX;

/// Before the first list: where each starts and ends, and where the page ends.
const HEAD: usize = 2 * LISTS + 1;

/// Free slots behind each list of a page that had to be made anew, and at its end: with more of them that is less often necessary.
const SPARE: usize = 2;
const SPARE_AT_END: usize = 8;

/// A page of lists without free slots: as long as wanted, one after the other.
pub(crate) fn new(lengths: impl Iterator<Item = usize>, items: &[u32]) -> Arc<[u32]> {
    let mut page = Vec::with_capacity(HEAD + items.len());
    let mut end = HEAD;
    for length in lengths.chain(std::iter::repeat(0)).take(LISTS) {
        page.extend([end as u32, (end + length) as u32]);
        end += length;
    }
    page.push(end as u32);
    page.extend_from_slice(items);
    page.into()
}

/// The items of a list.
#[inline]
pub(crate) fn list(page: &[u32], list: usize) -> &[u32] {
    let (from, to) = ends(page, list);
    &page[from..to]
}

/// The items of all lists, and free slots.
pub(crate) fn slots(page: &[u32]) -> &[u32] {
    &page[HEAD..]
}

/// Whether lists follow each other within the page.
pub(crate) fn is_sound(page: &[u32]) -> bool {
    page.len() >= HEAD
        && page[..HEAD].windows(2).fold(true, |good, pair| good & (pair[0] <= pair[1]))
        && page[0] as usize == HEAD
        && page[HEAD - 1] as usize == page.len()
}

/// Adds an item to some lists. If the page is shared it is copied, and others keep theirs.
pub(crate) fn add(page: &mut Arc<[u32]>, lists: std::ops::Range<usize>, item: u32) {
    let mut list = lists.start;
    loop {
        let own = Arc::make_mut(page);
        while list < lists.end && put(own, list, item) {
            list += 1;
        }
        if list == lists.end {
            return;
        }
        *page = with_room(page);
    }
}

/// Takes an item out of some lists, and returns of how many. If the page is shared it is copied, and others keep theirs.
pub(crate) fn take_out(page: &mut Arc<[u32]>, lists: std::ops::Range<usize>, item: u32) -> usize {
    let page = Arc::make_mut(page);
    let mut found = 0;
    for list in lists {
        let (from, to) = ends(page, list);
        if let Some(at) = page[from..to].iter().position(|&other| other == item) {
            page[from + at] = page[to - 1];
            page[to - 1] = FREE;
            page[2 * list + 1] -= 1;
            found += 1;
        }
    }
    found
}

/// Where a list starts and ends.
#[inline]
fn ends(page: &[u32], list: usize) -> (usize, usize) {
    (page[2 * list] as usize, page[2 * list + 1] as usize)
}

/// Adds an item to a list, if a slot behind it is free.
fn put(page: &mut [u32], list: usize, item: u32) -> bool {
    // Where a list ends before the next one starts, or before the end of the page, there is room.
    let end = |list: usize| 2 * list + 1;
    let Some(with_room) = (list..LISTS).find(|&other| page[end(other)] < page[end(other) + 1]) else {
        return false;
    };
    let (at, free) = (page[end(list)] as usize, page[end(with_room)] as usize);
    if at < free {
        page.copy_within(at..free, at + 1);
    }
    page[at] = item;
    page[end(list)..=end(with_room)].iter_mut().for_each(|place| *place += 1);
    true
}

/// The same lists with free slots behind each of them.
fn with_room(page: &[u32]) -> Arc<[u32]> {
    let mut roomy = Vec::with_capacity(page.len() + SPARE * LISTS + SPARE_AT_END);
    roomy.resize(HEAD, 0);
    for k in 0..LISTS {
        roomy[2 * k] = roomy.len() as u32;
        roomy.extend_from_slice(list(page, k));
        roomy[2 * k + 1] = roomy.len() as u32;
        roomy.resize(roomy.len() + SPARE, FREE);
    }
    roomy.resize(roomy.len() + SPARE_AT_END, FREE);
    roomy[HEAD - 1] = roomy.len() as u32;
    roomy.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use throng_voronoi::sample::Random;

    /// A page whose lists are empty and have no free slots.
    fn empty() -> Arc<[u32]> {
        new(std::iter::empty(), &[])
    }

    #[test]
    fn lists_are_what_was_added_and_not_taken_out() {
        let mut random = Random::new(3);
        let (mut page, mut naive) = (empty(), vec![Vec::new(); LISTS]);
        for step in 0..20_000u32 {
            let mut below = |n: f64| (random.unit() * n) as usize;
            let first = below(LISTS as f64);
            let lists = first..(first + 1 + below(4.0)).min(LISTS);
            // First more come than go, later the other way round.
            if below(10.0) < if step < 5_000 { 6 } else { 4 } {
                add(&mut page, lists.clone(), step);
                lists.for_each(|list| naive[list].push(step));
            } else if let Some(&item) = naive[first].last() {
                let named = lists.clone().filter(|&list| naive[list].contains(&item)).count();
                assert_eq!(take_out(&mut page, lists.clone(), item), named, "step {step}");
                lists.for_each(|list| naive[list].retain(|&other| other != item));
            }
            assert!(is_sound(&page), "step {step}");
            if step.is_multiple_of(100) {
                for (k, wanted) in naive.iter().enumerate() {
                    let mut found = list(&page, k).to_vec();
                    found.sort_unstable();
                    assert_eq!(&found, wanted, "list {k} after step {step}");
                }
            }
        }
    }

    #[test]
    fn a_page_that_is_shared_stays() {
        let mut page = empty();
        add(&mut page, 3..5, 7);
        let (copy, before) = (page.clone(), page.to_vec());
        add(&mut page, 4..5, 8);
        assert_eq!(take_out(&mut page, 3..4, 7), 1);
        assert_eq!(copy[..], before[..]);
        assert_eq!((list(&page, 3), list(&page, 4)), (&[][..], &[7, 8][..]));
    }
}
