//! A mesh that changes while it is used.
//!
//! 1. Look at the transaction as a whole: everything that users can do wrong is found here, before anything changes.
//! 2. Carry it out on the layout ([`crate::change::update`]): the arrangement of all obstacles, and the diagram.
//! 3. Mend the mesh where the diagram changed ([`crate::change::mend`]).
//!
//! Readers keep [`LiveMesh::snapshot`]s; an update copies only the blocks of the arrays that it writes to and that somebody else still reads.

use std::collections::BTreeSet;

use crate::build::BuildError;
use crate::change::event::Event;
use crate::change::layout::Layout;
use crate::change::mend::{Mender, Renewal};
use crate::change::obstacle::{Change, Obstacle, ObstacleId, Snapped};
use crate::change::refused::Refused;
use crate::change::ties::Ties;
use crate::change::update::{Plan, Seen};
use crate::mesh::Mesh;
use crate::problem::Problem;
use crate::scene::{ConnectionId, Scene};

/// A mesh that can be changed: obstacles and doors come and go.
///
/// ```
/// use throng_mesh::{Layer, LayerId, LiveMesh, Obstacle, Scene};
/// let mut hall = Layer::new("hall");
/// hall.walkable.push([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]].map(|[x, y]| [x, y, 0.0]).to_vec());
/// let scene = Scene { name: "hall".into(), layers: vec![hall], connections: vec![] };
/// let mut live = LiveMesh::build(&scene)?;
/// let before = live.snapshot();
/// let (fence, event) = live.insert(Obstacle::new(LayerId(0), vec![[10.0, 0.0], [10.0, 10.0]]))?;
/// assert_eq!((before.num_components(), live.mesh().num_components()), (1, 2));
/// assert_eq!((event.version, live.mesh().version()), (1, 1));
/// live.remove(fence)?;
/// assert_eq!(live.mesh().num_components(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveMesh {
    scene: Scene,
    mesh: Mesh,
    layout: Layout,
    ties: Ties,
    mender: Mender,
    /// What the last update did to the diagram.
    renewal: Renewal,
}

impl LiveMesh {
    /// Builds the mesh of a scene, and keeps what is needed to change it.
    ///
    /// # Errors
    /// As [`Mesh::build`].
    pub fn build(scene: &Scene) -> Result<Self, BuildError> {
        Self::with_obstacles(scene, &[], &[])
    }

    /// The mesh as it is now.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// A mesh that stays as it is now, whatever changes here. Costs a reference for each block of the arrays, not a copy.
    pub fn snapshot(&self) -> Mesh {
        self.mesh.clone()
    }

    /// The scene that it was built from. Obstacles that came since are not in it.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The obstacles that came since, by id.
    pub fn obstacles(&self) -> impl Iterator<Item = (ObstacleId, &Obstacle)> {
        self.layout.obstacles.iter().map(|(&id, placed)| (id, &placed.obstacle))
    }

    /// An obstacle that came since, if it is still there.
    pub fn obstacle(&self, id: ObstacleId) -> Option<&Obstacle> {
        self.layout.obstacles.get(&id).map(|placed| &placed.obstacle)
    }

    /// Whether a connection is open.
    pub fn is_open(&self, connection: ConnectionId) -> bool {
        self.mesh.is_open(connection)
    }

    /// Inserts an obstacle.
    ///
    /// # Errors
    /// If it makes no sense. Then the mesh is as it was.
    pub fn insert(&mut self, obstacle: Obstacle) -> Result<(ObstacleId, Event), Refused> {
        let (ids, event) = self.apply(&[Change::Insert(obstacle)])?;
        Ok((ids[0], event))
    }

    /// Removes an obstacle that was inserted. What it covered is again as if it had never been there.
    ///
    /// # Errors
    /// If there is no such obstacle. Then the mesh is as it was.
    pub fn remove(&mut self, obstacle: ObstacleId) -> Result<Event, Refused> {
        Ok(self.apply(&[Change::Remove(obstacle)])?.1)
    }

    /// Opens a connection that was closed.
    ///
    /// # Errors
    /// If there is no such connection, or if it is open. Then the mesh is as it was.
    pub fn open(&mut self, connection: ConnectionId) -> Result<Event, Refused> {
        Ok(self.apply(&[Change::Open(connection)])?.1)
    }

    /// Closes a connection: it becomes a wall on both of its layers.
    ///
    /// # Errors
    /// If there is no such connection, or if it is closed. Then the mesh is as it was.
    pub fn close(&mut self, connection: ConnectionId) -> Result<Event, Refused> {
        Ok(self.apply(&[Change::Close(connection)])?.1)
    }

    /// Carries out several changes at once, all of them or none. Returns the ids of the obstacles that came, in their order.
    ///
    /// # Errors
    /// If one of them makes no sense, or if two of them are about the same obstacle or connection. Then the mesh is as it was.
    pub fn apply(&mut self, changes: &[Change]) -> Result<(Vec<ObstacleId>, Event), Refused> {
        // Step 1.
        let plan = self.plan(changes)?;
        let ids: Vec<ObstacleId> = plan.coming.iter().map(|&(id, ..)| id).collect();
        // Step 2.
        self.layout.next_obstacle += ids.len() as u32;
        let renewal = &mut self.renewal;
        renewal.opened.clear();
        renewal.closed.clear();
        for &(door, open) in &plan.doors {
            if open { &mut renewal.opened } else { &mut renewal.closed }.push(door);
        }
        let seen = Some(Seen { mesh: &self.mesh, ties: &self.ties });
        if let Err(reason) = guarded(|| self.layout.update(seen, plan)) {
            return self.start_over(changes, &ids, reason).map(|event| (ids, event));
        }
        // Step 3.
        self.layout.tally.finish(&mut self.renewal.changes);
        std::mem::swap(&mut self.layout.flipped, &mut self.renewal.flipped);
        let Self { mender, mesh, ties, layout, renewal, .. } = self;
        match guarded(|| Ok(mender.mend(mesh, ties, &layout.ground, renewal))) {
            Ok(event) => Ok((ids, event)),
            Err(reason) => self.start_over(changes, &ids, reason).map(|event| (ids, event)),
        }
    }

    /// A mesh with obstacles and closed connections, built from nothing.
    fn with_obstacles(
        scene: &Scene,
        obstacles: &[(ObstacleId, Obstacle)],
        closed: &[ConnectionId],
    ) -> Result<Self, BuildError> {
        let mut problems: Vec<Problem> = Vec::new();
        let (layout, mesh, ties) = crate::build::build_live(scene, &mut problems, |layout| {
            let mut coming = Vec::with_capacity(obstacles.len());
            for (id, obstacle) in obstacles {
                let snapped = Snapped::new(obstacle, &layout.grid).map_err(|refused| refused.to_string())?;
                let layers = layout.layers_of_obstacle(obstacle, &snapped);
                coming.push((*id, obstacle.clone(), snapped, layers));
                layout.next_obstacle = layout.next_obstacle.max(id.0 + 1);
            }
            let doors: Vec<(ConnectionId, bool)> = closed.iter().map(|&door| (door, false)).collect();
            layout.update(None, Plan { coming, doors, ..Plan::default() })
        })
        .ok_or(BuildError { problems })?;
        Ok(Self {
            scene: scene.clone(),
            mesh,
            layout,
            ties,
            mender: Mender::default(),
            renewal: Renewal::default(),
        })
    }

    /// The same place built from nothing, to compare with.
    pub(super) fn rebuilt(&self) -> Result<Self, BuildError> {
        let obstacles: Vec<(ObstacleId, Obstacle)> =
            self.obstacles().map(|(id, obstacle)| (id, obstacle.clone())).collect();
        Self::with_obstacles(&self.scene, &obstacles, &self.closed())
    }

    /// Step 1.
    fn plan(&self, changes: &[Change]) -> Result<Plan, Refused> {
        let mut plan = Plan::default();
        let mut next = self.layout.next_obstacle;
        let (mut leaving, mut doors) = (BTreeSet::new(), BTreeSet::new());
        for change in changes {
            match change {
                Change::Insert(obstacle) => {
                    if obstacle.layer.0 as usize >= self.mesh.num_layers() {
                        return Err(Refused::NoLayer(obstacle.layer));
                    }
                    let snapped = Snapped::new(obstacle, self.mesh.grid())?;
                    let layers = self.layout.layers_of_obstacle(obstacle, &snapped);
                    plan.coming.push((ObstacleId(next), obstacle.clone(), snapped, layers));
                    next += 1;
                }
                &Change::Remove(id) => {
                    if !self.layout.obstacles.contains_key(&id) {
                        return Err(Refused::NoObstacle(id));
                    }
                    if !leaving.insert(id) {
                        return Err(Refused::Twice(format!("obstacle {}", id.0)));
                    }
                    plan.leaving.push(id);
                }
                &Change::Open(connection) | &Change::Close(connection) => {
                    let open = matches!(change, Change::Open(_));
                    let link = self.layout.links.get(connection.0 as usize);
                    let is_open = link.ok_or(Refused::NoConnection(connection))?.open;
                    if !doors.insert(connection) {
                        return Err(Refused::Twice(format!("connection {}", connection.0)));
                    }
                    if is_open == open {
                        return Err(Refused::AlreadyThere { connection, open });
                    }
                    plan.doors.push((connection, open));
                }
            }
        }
        Ok(plan)
    }

    /// After a mistake of ours: builds what is wanted from nothing, or if even that fails, what there was before. All ids are new then.
    fn start_over(
        &mut self,
        changes: &[Change],
        ids: &[ObstacleId],
        reason: String,
    ) -> Result<Event, Refused> {
        let next = self.layout.next_obstacle;
        let version = self.mesh.version;
        let [before, after] = self.states(changes, ids);
        let build = |state: &State| {
            guarded(|| {
                Self::with_obstacles(&self.scene, &state.0, &state.1).map_err(|error| error.to_string())
            })
        };
        let wanted = build(&after);
        let failed = wanted.is_err();
        // If that fails as well, the mesh stays: it is right, but cannot be changed any more.
        let Ok(mut fresh) = wanted.or_else(|_| build(&before)) else {
            return Err(Refused::Internal(reason));
        };
        fresh.layout.next_obstacle = next;
        // Two versions on: whoever follows the events one by one must notice.
        fresh.mesh.version = version + 2;
        let event = Event::of_all(&self.mesh, &fresh.mesh);
        *self = fresh;
        if failed { Err(Refused::Internal(reason)) } else { Ok(event) }
    }

    /// What there was before a transaction that was carried out in part, and what there should be after it.
    fn states(&self, changes: &[Change], ids: &[ObstacleId]) -> [State; 2] {
        let there = self.obstacles().map(|(id, obstacle)| (id, obstacle.clone()));
        let mut before: Vec<(ObstacleId, Obstacle)> = there.filter(|(id, _)| !ids.contains(id)).collect();
        before.extend_from_slice(&self.layout.left);
        before.sort_by_key(|&(id, _)| id);
        let is_leaving = |id: ObstacleId| {
            changes.iter().any(|change| matches!(change, Change::Remove(other) if *other == id))
        };
        let mut after: Vec<(ObstacleId, Obstacle)> =
            before.iter().filter(|(id, _)| !is_leaving(*id)).cloned().collect();
        let mut ids = ids.iter();
        let mut closed = [self.closed(), self.closed()];
        for change in changes {
            match change {
                Change::Insert(obstacle) => {
                    after.extend(ids.next().map(|&id| (id, obstacle.clone())));
                }
                Change::Remove(_) => {}
                &Change::Open(door) | &Change::Close(door) => {
                    let opens = matches!(change, Change::Open(_));
                    for (closed, is_after) in closed.iter_mut().zip([false, true]) {
                        closed.retain(|&other| other != door);
                        closed.extend((opens != is_after).then_some(door));
                    }
                }
            }
        }
        closed.iter_mut().for_each(|closed| closed.sort_unstable());
        let [closed_before, closed_after] = closed;
        [(before, closed_before), (after, closed_after)]
    }

    fn closed(&self) -> Vec<ConnectionId> {
        let all = (0..self.mesh.num_connections() as u32).map(ConnectionId);
        all.filter(|&connection| !self.is_open(connection)).collect()
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }
}

/// Obstacles and closed connections.
type State = (Vec<(ObstacleId, Obstacle)>, Vec<ConnectionId>);

/// Calls something that should not fail. A mistake of ours must not take the user's program with it.
fn guarded<T>(f: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(f))
        .unwrap_or_else(|_| Err("a part of the program panicked".to_owned()))
}

impl Layout {
    fn layers_of_obstacle(&self, obstacle: &Obstacle, snapped: &Snapped) -> Vec<u32> {
        if obstacle.spreads { self.layers_under(obstacle.layer, snapped) } else { vec![obstacle.layer.0] }
    }
}
