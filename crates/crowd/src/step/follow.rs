//! Step 3: where everybody heads.

use rayon::prelude::*;
use throng_mesh::{CellId, Mesh, Position, Retraction};

use super::GRAIN;
use crate::characters::Characters;
use crate::conduct::{Conduct, Need};
use crate::crowd::{Crowd, STEP};
use crate::follow::{Aim, Lost, Situation};
use crate::plane::{clamp_length, direction};

/// So many characters read where they are on their trails before the first of them does anything with it. Each trail is somewhere else in
/// memory, and so the waits for it are one wait.
const TOGETHER: usize = 8;

impl Crowd {
    /// Everybody retracts, finds its attraction point, and knows how it would like to move.
    pub(super) fn follow(&mut self) {
        let Self { all, profiles, passes, terrain, grounds, live, .. } = self;
        let mesh = live.mesh();
        let Characters {
            aim,
            progress,
            plan,
            position,
            cell,
            conduct,
            profile,
            velocity,
            heading,
            wall_radius,
            speed,
            haste,
            trail,
            ..
        } = all;
        let blocks = (
            passes.preferred.par_chunks_mut(TOGETHER),
            passes.pace.par_chunks_mut(TOGETHER),
            passes.reach.par_chunks_mut(TOGETHER),
            aim.par_chunks_mut(TOGETHER),
            progress.par_chunks_mut(TOGETHER),
            plan.par_chunks_mut(TOGETHER),
        );
        blocks.into_par_iter().enumerate().with_min_len(GRAIN / TOGETHER).for_each(|(block, out)| {
            let (preferred, pace, reach, aim, progress, plan) = out;
            let first = block * TOGETHER;
            let touched = progress
                .iter()
                .zip(&trail[first..])
                .map(|(progress, trail)| trail.as_ref().map_or(0, |trail| trail.touch(progress.here)));
            std::hint::black_box(touched.fold(0, |all, bits| all ^ bits));
            for k in 0..preferred.len() {
                let row = first + k;
                let (position, profile_id) = (position[row], profile[row].index());
                let (profile, ground) = (&profiles[profile_id], grounds[profile_id].as_ref());
                let ahead = direction(aim[k]).unwrap_or(heading[row]);
                pace[k] = haste[row] * terrain.speed(mesh, position, ahead, &profile.body.paces, speed[row]);
                reach[k] = f32::INFINITY;
                preferred[k] = match (conduct[row], &trail[row]) {
                    (Conduct::Steered(velocity), _) => {
                        clamp_length(velocity, pace[k] * profile.body.most_haste)
                    }
                    (Conduct::Walk, Some(trail)) => {
                        let aim = retract(mesh, cell[row], position).and_then(|retraction| {
                            let now = Situation {
                                mesh,
                                ground,
                                position,
                                retraction,
                                velocity: velocity[row],
                                radius: f64::from(wall_radius[row]),
                                speed: f64::from(pace[k]),
                                dt: STEP,
                            };
                            profile.following.follow(&now, trail, &mut progress[k])
                        });
                        match aim {
                            Ok(Aim { at, preferred, .. }) => {
                                let [x, y] = [at[0] - position.at[0], at[1] - position.at[1]];
                                reach[k] = (x * x + y * y).sqrt() as f32;
                                // The end of what it knows of its route is near.
                                if trail.is_part() && progress[k].aim == trail.end() {
                                    plan[k].need = plan[k].need.max(Need::Review);
                                }
                                preferred
                            }
                            Err(Lost) => {
                                plan[k].need = Need::Missing;
                                [0.0; 2]
                            }
                        }
                    }
                    _ => [0.0; 2],
                };
                aim[k] = direction(preferred[k]).unwrap_or([0.0; 2]);
            }
        });
    }
}

/// The retraction of a position whose cell is known.
fn retract(mesh: &Mesh, cell: CellId, position: Position) -> Result<Retraction, Lost> {
    let footing = mesh.footing_in(cell, position).ok_or(Lost)?;
    Ok(Retraction {
        point: footing.retracted.at,
        layer: footing.retracted.layer,
        clearance: footing.retracted_clearance,
        cell: footing.cell,
        t: footing.t,
    })
}
