//! Scratch.
use throng_voronoi::*;
use sample::layered::*;
fn main() {
    let mut p = spiral(1, 7);
    for n in 0..4 {
        let mut q = p.clone(); q.seams.truncate(n);
        let s = q.build().unwrap();
        println!("{n} {:?}", s.diagram().check());
    }
    p.layers.truncate(2); p.seams.truncate(1);
    let s = p.build().unwrap();
    let d = s.diagram();
    for i in 0..8 { println!("seg {i} {:?} {:?}", d.ends(SegmentId(i)), d.ends(SegmentId(i)).map(|p| d.point(p))); }
}
