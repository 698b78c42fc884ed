//! Rivals on crates.io: `boostvoronoi`, the same diagram; and `spade`, a constrained Delaunay triangulation,
//! which is the floor: fewer and simpler things to compute on the same input.

use crate::contender::{Built, Contender};
use boostvoronoi::prelude::{Builder, Line, Point};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use throng_voronoi::GridPoint;

/// The port of Boost's Voronoi diagram.
#[derive(Default)]
pub struct BoostVoronoi {
    lines: Vec<Line<i32>>,
}

impl Contender for BoostVoronoi {
    fn name(&self) -> &'static str {
        "boostvoronoi"
    }

    fn unit(&self) -> &'static str {
        "vertices"
    }

    fn load(&mut self, segments: &[[GridPoint; 2]]) -> Result<(), String> {
        let point = |p: GridPoint| Point::new(p.x, p.y);
        self.lines = segments.iter().map(|&[a, b]| Line::new(point(a), point(b))).collect();
        Ok(())
    }

    fn build(&mut self) -> Result<Built, String> {
        // It panics on some inputs.
        let built = catch_unwind(AssertUnwindSafe(|| {
            let start = Instant::now();
            let diagram = Builder::<i32>::default().with_segments(self.lines.iter().copied())?.build()?;
            Ok::<_, boostvoronoi::BvError>(Built { time: start.elapsed(), size: diagram.vertices().len() })
        }));
        match built {
            Ok(result) => result.map_err(|error| format!("failed: {error}")),
            Err(_) => Err("panicked".to_string()),
        }
    }
}

/// A constrained Delaunay triangulation of the end points, with the segments as constraints.
#[derive(Default)]
pub struct Spade {
    points: Vec<Point2<f64>>,
    edges: Vec<[usize; 2]>,
}

impl Spade {
    /// The triangulation by the bulk loader, the fastest documented way, and the number of rejected edges.
    fn triangulate(
        points: Vec<Point2<f64>>,
        edges: Vec<[usize; 2]>,
    ) -> Result<(ConstrainedDelaunayTriangulation<Point2<f64>>, usize), String> {
        let mut conflicts = 0;
        ConstrainedDelaunayTriangulation::try_bulk_load_cdt(points, edges, |_| conflicts += 1)
            .map(|triangulation| (triangulation, conflicts))
            .map_err(|error| format!("failed: {error}"))
    }
}

impl Contender for Spade {
    fn name(&self) -> &'static str {
        "spade CDT"
    }

    fn unit(&self) -> &'static str {
        "triangles"
    }

    /// Also checks the input for everyone: distinct end points, no crossing, no end inside another segment.
    fn load(&mut self, segments: &[[GridPoint; 2]]) -> Result<(), String> {
        self.points.clear();
        let mut ids = BTreeMap::new();
        let mut id = |p: GridPoint| {
            *ids.entry(p).or_insert_with(|| {
                self.points.push(Point2::new(f64::from(p.x), f64::from(p.y)));
                self.points.len() - 1
            })
        };
        self.edges = segments.iter().map(|&[a, b]| [id(a), id(b)]).collect();
        let (triangulation, conflicts) = Self::triangulate(self.points.clone(), self.edges.clone())?;
        if conflicts > 0
            || triangulation.num_vertices() != self.points.len()
            || triangulation.num_constraints() != segments.len()
        {
            return Err(format!(
                "not a valid input: {conflicts} crossings, {} of {} points, {} of {} segments",
                triangulation.num_vertices(),
                self.points.len(),
                triangulation.num_constraints(),
                segments.len()
            ));
        }
        Ok(())
    }

    fn build(&mut self) -> Result<Built, String> {
        let (points, edges) = (self.points.clone(), self.edges.clone());
        let start = Instant::now();
        let (triangulation, _) = Self::triangulate(points, edges)?;
        Ok(Built { time: start.elapsed(), size: triangulation.num_inner_faces() })
    }
}
