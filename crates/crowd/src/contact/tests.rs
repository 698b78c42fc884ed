//! Rounds that look only at those who may change against rounds that look at everybody.

use throng_mesh::{Layer, LayerId, LiveMesh, Position, Scene};

use super::*;
use crate::random::{Purpose, Random};
use crate::{Crowd, Goal, Newcomer, Profile, Traits};

/// All rounds for everybody.
fn plain(bodies: &Bodies<'_>, moves: &[Vector]) -> Vec<Vector> {
    let index = bodies.index;
    let disc = |(slot, &row): (usize, &u32)| {
        let reach = index.seen[slot].radius * breadth(bodies.strains[row as usize]);
        Disc { at: index.seen[slot].at, moved: moves[row as usize], reach }
    };
    let mut discs: Vec<Disc> = index.who.iter().enumerate().map(disc).collect();
    for _ in 0..ROUNDS {
        let before = discs.clone();
        for (slot, &row) in index.who.iter().enumerate() {
            let row = row as usize;
            let near = usize::from(bodies.near(row, &index.seen[slot]));
            let slots = &bodies.neighbors[row].slots()[..near];
            discs[slot].moved = bodies.pushed(row, before[slot], slots, &before);
        }
    }
    index.slot_of.iter().map(|&slot| clamp_length(discs[slot as usize].moved, MOST_MOVE)).collect()
}

#[test]
fn rounds_that_skip_who_cannot_change_give_the_same() {
    let (mut skipped, mut pushed) = (0, 0);
    for (side, count) in [(30.0, 150), (12.0, 200), (10.0, 300)] {
        let floor = vec![[0.0, 0.0, 0.0], [side, 0.0, 0.0], [side, side, 0.0], [0.0, side, 0.0]];
        let scene = Scene::of_layer("room", Layer { walkable: vec![floor], ..Layer::new("floor") });
        let mut crowd = Crowd::new(LiveMesh::build(&scene).expect("a room"), 1);
        let profile = crowd.add_profile(Profile::default());
        let mut random = Random::new(7, Purpose::Source, 0, count);
        let mut tries = 0;
        while (crowd.len() as u64) < count && tries < 100_000 {
            tries += 1;
            let at = Position::new([random.unit() * side, random.unit() * side], LayerId(0));
            if let Ok(id) = crowd.add(Newcomer::new(at, profile)) {
                crowd.send(id, Goal::Place(Position::new([side - at.at[0], side - at.at[1]], LayerId(0))));
            }
        }
        assert!(crowd.len() as u64 > count / 2, "{}", crowd.len());
        for _ in 0..20 {
            crowd.step();
            let bodies = Bodies::new(&crowd.all, &crowd.index);
            let wanted: Vec<Vector> = (0..crowd.len())
                .map(|_| [0.3 * random.unit() as f32 - 0.15, 0.3 * random.unit() as f32 - 0.15])
                .collect();
            let expected = plain(&bodies, &wanted);
            let mut moves = wanted.clone();
            // What is left over from another step does not matter.
            let mut contacts = Contacts::default();
            contacts.push_apart(&bodies, &mut moves);
            moves.clone_from(&wanted);
            contacts.push_apart(&bodies, &mut moves);
            assert_eq!(moves, expected);
            let same = moves.iter().zip(&wanted).filter(|(a, b)| a == b).count();
            skipped += same;
            pushed += moves.len() - same;
        }
    }
    assert!(skipped > 1000 && pushed > 1000, "{skipped} {pushed}");
}

#[test]
fn nobody_is_shot_away() {
    // A heap of people who run to the right.
    let floor = vec![[0.0, 0.0, 0.0], [40.0, 0.0, 0.0], [40.0, 10.0, 0.0], [0.0, 10.0, 0.0]];
    let scene = Scene::of_layer("room", Layer { walkable: vec![floor], ..Layer::new("floor") });
    let mut crowd = Crowd::new(LiveMesh::build(&scene).expect("a room"), 1);
    let profile = crowd.add_profile(Profile::default());
    for k in 0..60 {
        let at = Position::new([1.0 + 0.5 * f64::from(k / 15), 1.0 + 0.5 * f64::from(k % 15)], LayerId(0));
        let newcomer = Newcomer { traits: Traits { radius: 0.24, speed: 3.0 }, ..Newcomer::new(at, profile) };
        let id = crowd.add(newcomer).expect("there is room");
        crowd.send(id, Goal::Place(Position::new([39.0, 5.0], LayerId(0))));
    }
    (0..20).for_each(|_| crowd.step());
    for row in 0..crowd.len() {
        let at = [10.0 + 0.01 * (row % 8) as f64, 5.0 + 0.01 * (row / 8) as f64];
        crowd.all.position[row].at = at;
        crowd.all.cell[row] = crowd.mesh().locate(Position::new(at, LayerId(0)), None).expect("inside");
    }
    crowd.has_neighbors = false;
    let mut farthest = 0.0f64;
    for _ in 0..10 {
        let before: Vec<_> = crowd.iter().map(|who| who.position().at).collect();
        crowd.step();
        for (who, from) in crowd.iter().zip(before) {
            let [x, y] = [0, 1].map(|k| who.position().at[k] - from[k]);
            farthest = farthest.max((x * x + y * y).sqrt());
        }
    }
    assert!(farthest > 0.6 && farthest < f64::from(MOST_MOVE) + 1e-3, "{farthest}");
}
