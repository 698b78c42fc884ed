//! Random streams of changes, verified after each.

use throng_voronoi::sample::Random;

use crate::change::live::LiveMesh;
use crate::change::{Change, Obstacle, ObstacleId};
use crate::sample::{Family, cut, obstacle};
use crate::scene::{ConnectionId, Scene};

/// Carries out random changes, and compares after each. Returns how many there were.
fn stream(name: &str, scene: &Scene, seed: u64, count: usize) -> usize {
    let Ok(mut live) = LiveMesh::build(scene) else { return 0 };
    let mut random = Random::new(seed);
    let mut there: Vec<(ObstacleId, Obstacle)> = Vec::new();
    for round in 0..count {
        let mut changes = Vec::new();
        for _ in 0..if random.one_in(4) { 3 } else { 1 } {
            let doors = scene.connections.len();
            if doors > 0 && random.one_in(4) {
                let connection = ConnectionId(random.below(doors) as u32);
                let open = live.is_open(connection);
                changes.push(if open { Change::Close(connection) } else { Change::Open(connection) });
            } else if !there.is_empty() && random.below(10) < there.len().min(6) {
                changes.push(Change::Remove(there[random.below(there.len())].0));
            } else {
                let others: Vec<Obstacle> = there.iter().map(|(_, o)| o.clone()).collect();
                changes.push(Change::Insert(obstacle(scene, &others, &mut random)));
            }
        }
        let words = format!("{name} seed {seed} round {round}: {changes:?}");
        match live.apply(&changes) {
            Err(crate::change::Refused::Twice(_)) => continue,
            Err(refused) => panic!("{words}: {refused}"),
            Ok((ids, _)) => {
                for change in &changes {
                    if let Change::Remove(id) = change {
                        there.retain(|(other, _)| other != id);
                    }
                }
                let coming = changes.iter().filter_map(|change| match change {
                    Change::Insert(obstacle) => Some(obstacle.clone()),
                    _ => None,
                });
                there.extend(ids.into_iter().zip(coming));
            }
        }
        live.verify().unwrap_or_else(|mistake| panic!("{words}: {mistake}"));
        let diagram = live.layout().ground.surface.diagram();
        diagram.check().unwrap_or_else(|violation| panic!("{words}: {violation}"));
    }
    count
}

#[test]
fn streams_on_one_layer() {
    for seed in 0..6 {
        for family in Family::ALL {
            stream(&format!("{family:?}"), &family.scene(seed), seed, 12);
        }
    }
}

#[test]
fn streams_on_layers() {
    let mut places = 0;
    for seed in 0..6 {
        for family in Family::ALL {
            if let Some(scene) = cut(&family.scene(seed), &[4.0, 8.0]) {
                places += 1;
                stream(&format!("{family:?} in three"), &scene, seed, 12);
            }
        }
    }
    assert!(places > 10, "{places} places");
}
