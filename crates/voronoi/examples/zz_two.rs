//! Scratch.
use throng_voronoi::*;
fn main() {
    let v: Vec<i32> = std::env::args().skip(1).map(|s| s.parse().unwrap()).collect();
    let segs: Vec<[GridPoint; 2]> = v.chunks(4).map(|c| [GridPoint::new(c[0], c[1]), GridPoint::new(c[2], c[3])]).collect();
    let mut b = Diagram::of_segments(&segs).unwrap();
    println!("{:?}", b.diagram.check_all());
    b.diagram.remove_segment(b.segments[1].unwrap()).unwrap();
    println!("{:?}", b.diagram.check_all());
}
