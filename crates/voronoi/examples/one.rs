//! Scratch.
use throng_voronoi::*;
use sample::layered::*;
fn main() {
    for (n, i) in [(7, 0), (7,1),(7,2),(7,3), (6, 2), (5, 1), (4,1)] {
    let p = fan(n, false);
    let mut s = p.build().unwrap();
    let r = s.open(SeamId(i)).map(|c| c.clone());
    let d = s.diagram();
    println!("{n} {i} {:?} {:?}", d.check(), r.map(|c| c.added.len()));
    if let Err(Violation::Backward(h)) = d.check() { let e = d.half_edge(h); println!("  {:?} {:?}  {:?}|{:?}  from {:?} r {} to {:?} r {}", e.left(), e.right(), e.left_side(), e.right_side(), e.start().position(), e.start().clearance(), e.end().position(), e.end().clearance());
      for st in [e.left(), e.right()] { if let Site::Segment(s) = st { println!("   {st:?} {:?}", d.ends(s).map(|p| (p, d.point(p)))); } else if let Site::Point(p) = st { println!("   {st:?} {:?}", d.point(p)); } }
      for v in [e.start(), e.end()] { println!("   sites {:?}", v.sites().collect::<Vec<_>>()); } }
    }
}
