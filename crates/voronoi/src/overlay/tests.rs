//! Streams of shapes as bad as possible, checked after every change.

use std::collections::BTreeSet;

use super::*;
use crate::sample::Random;

fn p(x: i32, y: i32) -> GridPoint {
    GridPoint::new(x, y)
}

/// Coordinates to draw from.
#[derive(Clone, Copy, Debug)]
struct Room {
    size: i32,
    /// Small coordinates are blown up by this and moved by up to `wobble` units.
    scale: i32,
    wobble: i32,
}

const ROOMS: [Room; 5] = [
    Room { size: 8, scale: 1, wobble: 0 },
    Room { size: 16, scale: 1, wobble: 0 },
    Room { size: 1000, scale: 1, wobble: 0 },
    Room { size: 60_000_000, scale: 1, wobble: 0 },
    // Everything is one or two units off something degenerate.
    Room { size: 8, scale: 7_000_000, wobble: 2 },
];

impl Room {
    fn point(&self, random: &mut Random) -> GridPoint {
        let mut coordinate = || {
            let value = random.range(0, self.size) * self.scale;
            value + if self.wobble > 0 { random.range(-self.wobble, self.wobble + 1) } else { 0 }
        };
        p(coordinate(), coordinate())
    }

    /// A point, a segment, a triangle, a square, a ring of any form, or something that is there already.
    fn shape(&self, random: &mut Random, old: &[Vec<[GridPoint; 2]>]) -> Vec<[GridPoint; 2]> {
        match random.below(8) {
            0 => {
                let at = self.point(random);
                vec![[at, at]]
            }
            1 | 2 => vec![[self.point(random), self.point(random)]],
            3 => ring(&[self.point(random), self.point(random), self.point(random)]),
            4 => {
                let (a, b) = (self.point(random), self.point(random));
                ring(&[a, p(b.x, a.y), b, p(a.x, b.y)])
            }
            5 => {
                let corners: Vec<GridPoint> = (0..4 + random.below(4)).map(|_| self.point(random)).collect();
                ring(&corners)
            }
            6 if !old.is_empty() => old[random.below(old.len())].clone(),
            7 if !old.is_empty() => {
                // From an end of one that is there.
                let other = &old[random.below(old.len())];
                vec![[other[random.below(other.len())][0], self.point(random)]]
            }
            _ => vec![[self.point(random), self.point(random)], [self.point(random), self.point(random)]],
        }
    }
}

fn ring(corners: &[GridPoint]) -> Vec<[GridPoint; 2]> {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]).collect()
}

fn checked(overlay: &Overlay, context: &dyn Fn() -> String) {
    if let Err(violation) = overlay.check() {
        panic!("{violation}: {}", context());
    }
    if let Err(violation) = overlay.diagram.check_all() {
        panic!("{violation}: {}", context());
    }
}

/// The nodes and pieces by coordinates.
fn contents(overlay: &Overlay) -> (BTreeSet<GridPoint>, BTreeSet<[GridPoint; 2]>) {
    let diagram = &overlay.diagram;
    let points = (0..diagram.sites.points.len() as u32).map(PointId).filter(|&q| diagram.has_point(q));
    let segments =
        (0..diagram.sites.segments.len() as u32).map(SegmentId).filter(|&s| diagram.has_segment(s));
    let ends = |s: SegmentId| {
        let [a, b] = diagram.ends(s).map(|q| diagram.point(q));
        [a.min(b), a.max(b)]
    };
    (points.map(|q| diagram.point(q)).collect(), segments.map(ends).collect())
}

fn afresh(overlay: &Overlay) -> Diagram {
    let (points, segments) = contents(overlay);
    let mut all: Vec<[GridPoint; 2]> = segments.into_iter().collect();
    all.extend(points.into_iter().map(|at| [at, at]));
    Diagram::of_segments(&all).expect("clean").diagram
}

fn stream(seed: u64, room: Room, steps: usize, most: usize) {
    let mut random = Random::new(seed);
    let mut overlay = Overlay::new();
    let mut live: Vec<(ShapeId, Vec<[GridPoint; 2]>)> = Vec::new();
    for step in 0..steps {
        let context = || format!("seed {seed} {room:?} step {step}");
        if live.len() >= most || (!live.is_empty() && random.below(5) < 2) {
            let (id, _) = live.swap_remove(random.below(live.len()));
            overlay.remove(id).expect("it is there");
            assert_eq!(overlay.remove(id), Err(OverlayError::NoShape(id)), "{}", context());
        } else {
            let old: Vec<_> = live.iter().map(|(_, shape)| shape.clone()).collect();
            let shape = room.shape(&mut random, &old);
            let before = contents(&overlay);
            let (id, _) = overlay.insert(&shape).expect("it is in the box");
            checked(&overlay, &context);
            if random.one_in(2) {
                // There and back.
                overlay.remove(id).expect("it is there");
                assert_eq!(contents(&overlay), before, "not restored: {} {shape:?}", context());
                checked(&overlay, &context);
                let (id, _) = overlay.insert(&shape).expect("it is in the box");
                live.push((id, shape));
            } else {
                live.push((id, shape));
            }
        }
        checked(&overlay, &context);
    }
    if let Err(difference) = overlay.diagram.same_as(&afresh(&overlay)) {
        panic!("seed {seed} {room:?}: {difference}");
    }
    let (all, _) = Overlay::build(live.iter().map(|(_, shape)| &shape[..])).expect("all in the box");
    checked(&all, &|| format!("built, seed {seed} {room:?}"));
    assert_eq!(contents(&all), contents(&overlay), "built, seed {seed} {room:?}");
    random.shuffle(&mut live);
    for (id, _) in live {
        overlay.remove(id).expect("it is there");
    }
    checked(&overlay, &|| format!("emptied, seed {seed} {room:?}"));
    assert_eq!(overlay.diagram.num_points() + overlay.diagram.num_segments(), 0, "all is gone");
}

/// How much more to do than usual: `THRONG_TEST_FACTOR`.
fn factor() -> u64 {
    std::env::var("THRONG_TEST_FACTOR").ok().and_then(|value| value.parse().ok()).unwrap_or(1)
}

#[test]
fn streams_of_a_few_shapes() {
    for seed in 0..200 * factor() {
        for room in ROOMS {
            stream(seed, room, 12, 5);
        }
    }
}

#[test]
fn streams_of_many_shapes() {
    for seed in 0..4 * factor() {
        for room in ROOMS {
            stream(1_000_000 + seed, room, 40, 20);
        }
    }
}

#[test]
fn the_index_finds_what_a_walk_over_everything_finds() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let room = ROOMS[seed as usize % ROOMS.len()];
        let mut index = index::Index::default();
        let mut items: Vec<(index::Item, u32, GridPoint, GridPoint, u32)> = Vec::new();
        for i in 0..120 {
            let (a, b) = (room.point(&mut random), room.point(&mut random));
            // Most are short.
            let part = if random.one_in(4) { 1 } else { 20 };
            let b = p(a.x + (b.x - a.x) / part, a.y + (b.y - a.y) / part);
            let (item, b) =
                if random.one_in(2) { (index::Item::Node(i), a) } else { (index::Item::Course(i), b) };
            let layer = i % 2;
            let entry = index.insert(item, &[layer], a, b);
            items.push((item, layer, a, b, entry));
            if random.one_in(3) {
                let (.., entry) = items.swap_remove(random.below(items.len()));
                index.remove(entry);
            }
            let (from, to) = (room.point(&mut random), room.point(&mut random));
            let mut found = Vec::new();
            index.near(0, from, to, &mut found);
            for &(item, layer, a, b, _) in &items {
                let course = |from, to| crate::gate::Probe::new(from, to);
                let met = match item {
                    index::Item::Node(_) => from != to && course(from, to).meets(a),
                    index::Item::Course(_) => !crate::sample::disjoint([a, b], [from, to]),
                };
                let met = met && layer == 0;
                let times = found.iter().filter(|other| **other == item).count();
                assert!(
                    times <= 1 && (times == 1 || !met),
                    "seed {seed}: {item:?} {a:?} {b:?} {from:?} {to:?}"
                );
            }
        }
        assert_eq!(index.num(), items.len(), "seed {seed}");
    }
}

#[test]
fn a_refused_request_changes_nothing() {
    let mut overlay = Overlay::new();
    let (id, _) = overlay.insert(&ring(&[p(0, 0), p(9, 0), p(4, 7)])).expect("a triangle");
    let before = (contents(&overlay), overlay.num_shapes());
    assert_eq!(overlay.insert(&[]), Err(OverlayError::Empty));
    let outside = p(MAX_COORD + 1, 0);
    assert_eq!(
        overlay.insert(&[[p(1, 1), p(2, 2)], [p(2, 2), outside]]),
        Err(OverlayError::OutOfRange(outside))
    );
    assert_eq!((contents(&overlay), overlay.num_shapes()), before);
    checked(&overlay, &|| "refused".into());
    overlay.remove(id).expect("it is there");
    let (other, _) = overlay.insert(&[[p(1, 1), p(2, 2)]]).expect("a segment");
    assert_eq!(overlay.remove(id), Err(OverlayError::NoShape(id)), "its slot is used, its id is not");
    assert_ne!(id, other);
}

/// The lists of a change are the difference of the ids before and after, where a slot used again counts as both.
#[test]
fn changes_say_what_changed() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let room = ROOMS[seed as usize % 2];
        let mut overlay = Overlay::new();
        let mut live = Vec::new();
        for _ in 0..8 {
            let before = vertices(&overlay);
            let change = if live.len() > 2 && random.one_in(2) {
                overlay.remove(live.swap_remove(random.below(live.len()))).expect("it is there")
            } else {
                let (id, change) = overlay.insert(&room.shape(&mut random, &[])).expect("in the box");
                live.push(id);
                change
            };
            let after = vertices(&overlay);
            let mut rest: std::collections::BTreeMap<VertexId, [u64; 3]> = before.clone();
            for v in &change.vertices_removed {
                assert!(rest.remove(v).is_some(), "seed {seed}: {v:?} was not there, or is named twice");
            }
            for v in &change.vertices_added {
                assert!(
                    rest.insert(*v, after[v]).is_none(),
                    "seed {seed}: {v:?} was there, or is named twice"
                );
            }
            assert_eq!(rest, after, "seed {seed}");
        }
    }
}

/// The vertices and where they are.
fn vertices(overlay: &Overlay) -> std::collections::BTreeMap<VertexId, [u64; 3]> {
    let diagram = &overlay.diagram;
    let place = |f: u32| {
        let face = &diagram.faces[f as usize];
        [face.x, face.y, face.r].map(f64::to_bits)
    };
    diagram.used_faces().map(|f| (VertexId(f), place(f))).collect()
}
