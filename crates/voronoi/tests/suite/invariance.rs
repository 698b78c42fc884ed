//! Changes of the input that must not change the diagram.

use crate::common::{Place, assert_same, diagram, every_sample, line, places};
use throng_voronoi::sample::{self, Random, Segment, interior_disjoint};
use throng_voronoi::{Diagram, GridPoint, PointId};

/// Inputs small enough to compare all vertices with all.
fn inputs() -> Vec<Vec<Segment>> {
    let trouble = (0..150).flat_map(|seed| {
        [sample::small(seed, 8, 10), sample::cocircular(seed), sample::near_degenerate(seed), sample::extremes(seed)]
    });
    let large = every_sample(1, 60).into_iter().map(|(_, segments)| segments);
    trouble.chain(large).collect()
}

#[test]
fn mirrored() {
    for input in inputs() {
        let mirrored = places(&diagram(&sample::mirror(&input)));
        let back = |p: Place| p.map(|[x, y]| [-x, y], |p| GridPoint::new(-p.x, p.y));
        let mirrored: Vec<Place> = mirrored.into_iter().map(back).collect();
        assert_same(&places(&diagram(&input)), &mirrored, "mirrored", &input);
    }
}

#[test]
fn turned_by_a_quarter() {
    for input in inputs() {
        let turned = places(&diagram(&sample::quarter_turn(&input)));
        let back = |p: Place| p.map(|[x, y]| [y, -x], |p| GridPoint::new(p.y, -p.x));
        let turned: Vec<Place> = turned.into_iter().map(back).collect();
        assert_same(&places(&diagram(&input)), &turned, "turned", &input);
    }
}

#[test]
fn shifted() {
    for (i, input) in inputs().into_iter().enumerate() {
        // As far as the box allows, for the lower left one of the corners.
        let room = |axis: fn(&GridPoint) -> i32| {
            throng_voronoi::MAX_COORD - input.iter().flatten().map(axis).max().unwrap_or(0)
        };
        let (dx, dy) = ((room(|p| p.x) / 3).min(12_345 + i as i32), room(|p| p.y).min(1 << 20));
        let shifted = places(&diagram(&sample::shift(&input, dx, dy)));
        let back = |p: Place| {
            let (fx, fy) = (f64::from(dx), f64::from(dy));
            p.map(|[x, y]| [x - fx, y - fy], |p| GridPoint::new(p.x - dx, p.y - dy))
        };
        let shifted: Vec<Place> = shifted.into_iter().map(back).collect();
        // A place that leaves the box may lose a vertex to the frame.
        let stays = |p: &Place| {
            let moved = p.clone().map(|[x, y]| [x + f64::from(dx), y + f64::from(dy)], |p| p);
            moved.is_in_box()
        };
        let plain: Vec<Place> = places(&diagram(&input)).into_iter().filter(stays).collect();
        let shifted: Vec<Place> = shifted.into_iter().filter(stays).collect();
        assert_same(&plain, &shifted, "shifted", &input);
    }
}

#[test]
fn in_another_order() {
    for (seed, input) in inputs().into_iter().enumerate() {
        let plain = places(&diagram(&input));
        let shuffled = places(&diagram(&sample::shuffle(&input, seed as u64)));
        assert_same(&plain, &shuffled, "shuffled", &input);
    }
}

#[test]
fn inserted_one_by_one() {
    for (seed, input) in inputs().into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let one_by_one = inserted(&input, &mut random);
        assert_eq!(one_by_one.check(), Ok(()), "{}", line(&input));
        assert_same(&places(&diagram(&input)), &places(&one_by_one), "inserted one by one", &input);
    }
}

/// Points and segments in random order, each segment after its ends.
fn inserted(input: &[Segment], random: &mut Random) -> Diagram {
    let (points, pairs) = sample::indexed(input);
    let mut diagram = Diagram::new();
    let mut ids: Vec<Option<PointId>> = vec![None; points.len()];
    // Points are tasks 0.., segments follow; a segment asks for its ends first.
    let mut tasks: Vec<usize> = (0..points.len() + pairs.len()).collect();
    random.shuffle(&mut tasks);
    for task in tasks {
        let wanted = if task < points.len() { vec![task] } else { pairs[task - points.len()].to_vec() };
        for &p in &wanted {
            if ids[p].is_none() {
                ids[p] = Some(diagram.insert_point(points[p], None).expect("a new point").0);
            }
        }
        if let [a, b] = wanted[..] {
            let [a, b] = [a, b].map(|p| ids[p].expect("inserted just now"));
            diagram.insert_segment(a, b).expect("a new segment");
        }
    }
    diagram
}

#[test]
fn removed_and_inserted_again() {
    for (seed, input) in inputs().into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut changed = diagram(&input);
        let before = places(&changed);
        for _ in 0..6 {
            let segments: Vec<_> = changed.segments().collect();
            if segments.is_empty() {
                continue;
            }
            let s = segments[random.below(segments.len())];
            let [a, b] = changed.ends(s);
            changed.remove_segment(s).expect("it is there");
            changed.insert_segment(b, a).expect("it was there");
        }
        assert_same(&before, &places(&changed), "removed and inserted again", &input);
    }
}

/// A piece of a segment, or a point inside it, is that segment; then no vertex is lost, and those that are new
/// lie on an old arc.
#[test]
fn split_into_pieces() {
    for input in inputs() {
        let pieces = sample::split_at_grid_points(&input, 3);
        if pieces.len() == input.len() {
            continue;
        }
        let whole = |site: Segment| -> Segment {
            let contains = |s: &&Segment| {
                let inside = |p: GridPoint| p == s[0] || p == s[1] || !interior_disjoint(&[**s, [p, p]]);
                site.iter().all(|&p| inside(p)) && (site[0] != site[1] || !s.contains(&site[0]))
            };
            let mut whole = input.iter().find(contains).copied().unwrap_or(site);
            whole.sort();
            whole
        };
        let mut split = places(&diagram(&pieces));
        for place in &mut split {
            place.sites = place.sites.iter().map(|&site| whole(site)).collect();
            place.sites.sort();
            place.sites.dedup();
        }
        let plain = places(&diagram(&input));
        for place in plain.iter().filter(|place| place.is_in_box()) {
            let found = split.iter().any(|other| place.sites == other.sites && place.is_near(other));
            assert!(found, "{place:?} is lost in {}", line(&input));
        }
        for place in split.iter().filter(|place| place.is_in_box() && place.sites.len() > 2) {
            let found = plain.iter().any(|other| place.sites == other.sites && place.is_near(other));
            assert!(found, "{place:?} is new in {}", line(&input));
        }
    }
}
