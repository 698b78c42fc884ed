//! Any bytes as a stream of operations, for fuzzers and for tests with random bytes.
//!
//! 1. The first byte chooses the grid: 0..8, 0..32, 0..1000, or the corners of the box; and whether the operations go
//!    to a [`Diagram`] or to an [`Overlay`].
//! 2. Each following operation is one byte and its coordinates. Requests need not be valid: a naive list of
//!    sites says which are, and the answer must agree. What is refused must change nothing.
//! 3. After every operation all checks run.

use crate::diagram::Diagram;
use crate::id::{PointId, SegmentId};
use crate::insert::InsertError;
use crate::overlay::{Overlay, OverlayError, ShapeId};
use crate::remove::RemoveError;
use crate::sample::disjoint;
use crate::site::{Code, GridPoint, MAX_COORD, Site};

/// Most operations of one stream: the checks are quadratic.
const MOST: usize = 64;

/// Runs the operations that the bytes say; panics if an answer or the diagram is wrong.
pub fn fuzz_operations(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let first = bytes.next().unwrap_or(0);
    let mut source = Source { grid: [Some(8), Some(32), Some(1000), None][usize::from(first & 3)], bytes };
    if first & 4 == 0 { kernel(&mut source) } else { overlay(&mut source) }
}

/// Reads coordinates.
struct Source<I> {
    /// Coordinates are below this; `None` for the corners of the box.
    grid: Option<u16>,
    bytes: I,
}

impl<I: Iterator<Item = u8>> Source<I> {
    fn byte(&mut self) -> Option<u8> {
        self.bytes.next()
    }

    fn index(&mut self, len: usize) -> Option<usize> {
        self.byte().filter(|_| len > 0).map(|byte| usize::from(byte) % len)
    }

    fn coordinate(&mut self) -> Option<i32> {
        let byte = self.byte()?;
        Some(match self.grid {
            None => {
                let [side, inward] = [byte & 3, byte >> 2].map(i32::from);
                match side {
                    0 => -MAX_COORD + inward,
                    1 => MAX_COORD - inward,
                    2 => inward - 32,
                    // Rarely beyond the box.
                    _ => MAX_COORD / 2 + if inward == 63 { MAX_COORD } else { inward },
                }
            }
            Some(grid) if grid <= 256 => i32::from(u16::from(byte) % grid),
            Some(grid) => i32::from((u16::from(byte) << 8 | u16::from(self.byte()?)) % grid),
        })
    }

    fn point(&mut self) -> Option<GridPoint> {
        let x = self.coordinate()?;
        Some(GridPoint::new(x, self.coordinate()?))
    }
}

fn in_box(at: GridPoint) -> bool {
    at.x.abs().max(at.y.abs()) <= MAX_COORD
}

fn checked(diagram: &Diagram, after: &str) {
    diagram.check_all().unwrap_or_else(|violation| panic!("after {after}: {violation}"));
}

/// A diagram, and a naive list of what is in it.
#[derive(Default)]
struct Kernel {
    diagram: Diagram,
    points: Vec<(GridPoint, PointId)>,
    segments: Vec<([GridPoint; 2], SegmentId)>,
}

fn kernel(source: &mut Source<impl Iterator<Item = u8>>) {
    let mut kernel = Kernel::default();
    for _ in 0..MOST {
        if kernel.step(source).is_none() {
            return;
        }
    }
}

impl Kernel {
    /// One operation; `None` if the bytes have come to an end.
    fn step(&mut self, source: &mut Source<impl Iterator<Item = u8>>) -> Option<()> {
        match source.byte()? & 7 {
            0 => {
                let at = source.point()?;
                self.insert_point(at);
            }
            1..=3 => {
                let (a, b) = (source.point()?, source.point()?);
                if let (Some(p), Some(q)) = (self.insert_point(a), self.insert_point(b)) {
                    self.insert_segment([a, b], p, q);
                }
            }
            4 => {
                let (i, j) = (source.index(self.points.len())?, source.index(self.points.len())?);
                let ((a, p), (b, q)) = (self.points[i], self.points[j]);
                self.insert_segment([a, b], p, q);
            }
            5 | 6 if !self.segments.is_empty() => {
                let (ends, s) = self.segments.swap_remove(source.index(self.segments.len())?);
                self.diagram.remove_segment(s).expect("it is there");
                checked(&self.diagram, &format!("removing {ends:?}"));
                assert_eq!(self.diagram.remove_segment(s), Err(RemoveError::NoSegment(s)), "it is gone");
            }
            _ if !self.points.is_empty() => {
                let i = source.index(self.points.len())?;
                self.remove_point(i);
            }
            _ => {}
        }
        Some(())
    }

    /// The point that is there then, if any.
    fn insert_point(&mut self, at: GridPoint) -> Option<PointId> {
        let known = self.points.iter().find(|(p, _)| *p == at).map(|&(_, id)| id);
        let on = self
            .segments
            .iter()
            .find(|(s, _)| !s.contains(&at) && !disjoint(*s, [at, at]))
            .map(|&(_, id)| id);
        let before = fingerprint(&self.diagram);
        let near = self.points.last().map(|&(_, id)| Site::Point(id));
        let answer = self.diagram.insert_point(at, near).map(|(id, _)| id);
        let expected = match (in_box(at), known, on) {
            (false, _, _) => Err(InsertError::OutOfRange(at)),
            (_, Some(id), _) => Err(InsertError::PointExists(id)),
            (_, _, Some(id)) => Err(InsertError::OnSegment(id)),
            _ => answer,
        };
        assert_eq!(answer, expected, "inserting {at:?}");
        match answer {
            Ok(id) => {
                self.points.push((at, id));
                checked(&self.diagram, &format!("inserting {at:?}"));
                Some(id)
            }
            Err(_) => {
                assert!(before == fingerprint(&self.diagram), "refusing {at:?} changed something");
                known
            }
        }
    }

    fn insert_segment(&mut self, ends: [GridPoint; 2], p: PointId, q: PointId) {
        let [a, b] = ends;
        let known = self.segments.iter().find(|(s, _)| *s == [a, b] || *s == [b, a]).map(|&(_, id)| id);
        let free = a != b
            && self.segments.iter().all(|&(other, _)| disjoint(ends, other))
            && self.points.iter().all(|&(c, _)| ends.contains(&c) || disjoint(ends, [c, c]));
        let before = fingerprint(&self.diagram);
        match self.diagram.insert_segment(p, q).map(|(id, _)| id) {
            Ok(id) => {
                assert!(free, "{ends:?} was inserted although something is in the way");
                self.segments.push((ends, id));
                checked(&self.diagram, &format!("inserting {ends:?}"));
            }
            Err(error) => {
                let right = match error {
                    InsertError::ZeroLength => a == b,
                    InsertError::SegmentExists(id) => known == Some(id),
                    InsertError::Meets(_) => !free && a != b && known.is_none(),
                    _ => false,
                };
                assert!(right, "{ends:?} was refused: {error}");
                assert!(before == fingerprint(&self.diagram), "refusing {ends:?} changed something");
            }
        }
    }

    fn remove_point(&mut self, i: usize) {
        let (at, id) = self.points[i];
        let count = self.segments.iter().filter(|(s, _)| s.contains(&at)).count() as u32;
        let before = fingerprint(&self.diagram);
        let answer = self.diagram.remove_point(id).map(|_| ());
        if count > 0 {
            assert_eq!(answer, Err(RemoveError::IsEnd { point: id, count }), "removing {at:?}");
            assert!(before == fingerprint(&self.diagram), "refusing to remove {at:?} changed something");
        } else {
            assert_eq!(answer, Ok(()), "removing {at:?}");
            self.points.swap_remove(i);
            checked(&self.diagram, &format!("removing {at:?}"));
        }
    }
}

/// All that makes up a diagram, but for scratch.
#[derive(PartialEq)]
struct Fingerprint {
    faces: Vec<([Code; 3], [u32; 3])>,
    sites: Vec<u32>,
    free: [usize; 2],
}

fn fingerprint(diagram: &Diagram) -> Fingerprint {
    let faces = diagram.used_faces().map(|f| {
        let face = &diagram.faces[f as usize];
        (face.c, face.n)
    });
    let (points, segments) = (diagram.sites.points.iter(), diagram.sites.segments.iter());
    let sites = points.flat_map(|p| [p.anchor, p.degree]).chain(segments.map(|s| s.anchor));
    Fingerprint {
        faces: faces.collect(),
        sites: sites.collect(),
        free: [diagram.free_points.len(), diagram.free_segments.len()],
    }
}

fn overlay(source: &mut Source<impl Iterator<Item = u8>>) {
    let mut overlay = Overlay::new();
    let mut live: Vec<(ShapeId, Vec<[GridPoint; 2]>)> = Vec::new();
    for _ in 0..MOST / 2 {
        let Some(kind) = source.byte() else { break };
        let shape = match kind & 7 {
            0..=4 => corners(source, 1 + usize::from(kind & 7), kind & 8 != 0),
            // One that is there already.
            5 => source.index(live.len()).map(|i| live[i].1.clone()),
            _ => {
                let Some(i) = source.index(live.len()) else { continue };
                let (id, _) = live.swap_remove(i);
                overlay.remove(id).expect("it is there");
                None
            }
        };
        if let Some(shape) = shape {
            match overlay.insert(&shape) {
                Ok((id, _)) => live.push((id, shape)),
                Err(OverlayError::OutOfRange(at)) => assert!(!in_box(at), "{at:?} is in the box"),
                Err(error) => panic!("{shape:?} was refused: {error}"),
            }
        }
        overlay.check().unwrap_or_else(|violation| panic!("{violation}"));
        checked(overlay.diagram(), "a change of a shape");
    }
    let (all, _) = Overlay::build(live.iter().map(|(_, shape)| &shape[..])).expect("they were accepted once");
    all.diagram()
        .same_as(overlay.diagram())
        .unwrap_or_else(|difference| panic!("built afresh: {difference}"));
    for (id, _) in live {
        overlay.remove(id).expect("it is there");
    }
    assert_eq!(overlay.diagram().num_points(), 0, "all is gone");
}

/// A point, or a line through some corners, closed or not.
fn corners(
    source: &mut Source<impl Iterator<Item = u8>>,
    num: usize,
    closed: bool,
) -> Option<Vec<[GridPoint; 2]>> {
    let corners: Vec<GridPoint> = (0..num).map_while(|_| source.point()).collect();
    let last = *corners.last()?;
    let mut segments: Vec<[GridPoint; 2]> = corners.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    if closed || segments.is_empty() {
        segments.push([last, corners[0]]);
    }
    Some(segments)
}

#[cfg(test)]
mod tests {
    use crate::sample::Random;

    #[test]
    fn random_bytes() {
        let factor: u64 = std::env::var("THRONG_TEST_FACTOR").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
        for seed in 0..1_000 * factor {
            let mut random = Random::new(seed);
            let mut bytes: Vec<u8> = (0..20 + random.below(180)).map(|_| random.bits() as u8).collect();
            bytes[0] = seed as u8;
            if let Err(panic) = std::panic::catch_unwind(|| super::fuzz_operations(&bytes)) {
                eprintln!("seed {seed}");
                std::panic::resume_unwind(panic);
            }
        }
    }
}
