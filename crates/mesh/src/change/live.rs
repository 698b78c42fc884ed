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
/// use throng_mesh::{Layer, LayerId, LiveMesh, Obstacle, Position, Scene};
/// let hall = Layer::new("hall", vec![vec![[0.0, 0.0, 0.0], [20.0, 0.0, 0.0], [20.0, 10.0, 0.0], [0.0, 10.0, 0.0]]]);
/// let mut live = LiveMesh::build(&Scene::new("hall", vec![hall]))?;
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
        let doors = plan.doors.clone();
        // Step 2.
        let leaving: Vec<(ObstacleId, Obstacle)> =
            plan.leaving.iter().map(|&id| (id, self.layout.obstacles[&id].obstacle.clone())).collect();
        self.layout.next_obstacle += ids.len() as u32;
        let seen = Some(Seen { mesh: &self.mesh, ties: &self.ties });
        if let Err(reason) = self.layout.update(seen, plan) {
            self.layout.obstacles.retain(|id, _| !ids.contains(id));
            self.recover(leaving);
            return Err(Refused::Internal(reason));
        }
        // Step 3.
        let named =
            |which: bool| doors.iter().filter(move |door| door.1 == which).map(|door| door.0).collect();
        let renewal = Renewal {
            changes: self.layout.tally.finish().clone(),
            flipped: self.layout.flipped.clone(),
            opened: named(true),
            closed: named(false),
        };
        let event = self.mender.mend(&mut self.mesh, &mut self.ties, &self.layout.ground, &renewal);
        Ok((ids, event))
    }

    /// A mesh with obstacles and closed connections, built from nothing.
    fn with_obstacles(
        scene: &Scene,
        obstacles: &[(ObstacleId, Obstacle)],
        closed: &[ConnectionId],
    ) -> Result<Self, BuildError> {
        let mut problems: Vec<Problem> = Vec::new();
        let (layout, mesh, ties) = crate::build::build_live(scene, &mut problems, |layout| {
            let mut plan = Plan::default();
            for (id, obstacle) in obstacles {
                let snapped = Snapped::new(obstacle, &layout.grid).map_err(|refused| refused.to_string())?;
                let layers = layout.layers_of_obstacle(obstacle, &snapped);
                plan.coming.push((*id, obstacle.clone(), snapped, layers));
                layout.next_obstacle = layout.next_obstacle.max(id.0 + 1);
            }
            plan.doors.extend(closed.iter().map(|&connection| (connection, false)));
            layout.update(None, plan)
        })
        .ok_or(BuildError { problems })?;
        Ok(Self { scene: scene.clone(), mesh, layout, ties, mender: Mender::default() })
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

    /// After a mistake of ours: everything from nothing, as it was before the transaction. Ids are new then.
    fn recover(&mut self, leaving: Vec<(ObstacleId, Obstacle)>) {
        let mut obstacles: Vec<(ObstacleId, Obstacle)> =
            self.obstacles().map(|(id, obstacle)| (id, obstacle.clone())).collect();
        obstacles.extend(leaving);
        obstacles.sort_by_key(|&(id, _)| id);
        let next = self.layout.next_obstacle;
        // If that fails as well, the mesh stays: it is right, but cannot be changed any more.
        if let Ok(fresh) = Self::with_obstacles(&self.scene, &obstacles, &self.closed()) {
            let version = self.mesh.version + 1;
            *self = fresh;
            self.mesh.version = version;
            self.layout.next_obstacle = next;
        }
    }

    fn closed(&self) -> Vec<ConnectionId> {
        let all = (0..self.mesh.num_connections() as u32).map(ConnectionId);
        all.filter(|&connection| !self.is_open(connection)).collect()
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }
}

impl Layout {
    fn layers_of_obstacle(&self, obstacle: &Obstacle, snapped: &Snapped) -> Vec<u32> {
        if obstacle.spreads { self.layers_under(obstacle.layer, snapped) } else { vec![obstacle.layer.0] }
    }
}
