//! Scratch.
use throng_voronoi::*;
fn main() {
    let segs = sample::squares(96, 1);
    let b = Diagram::of_segments(&segs).unwrap();
    let mut d = b.diagram;
    let mut sites = b.segments;
    let (mut tr, mut ti) = (vec![], vec![]);
    for _ in 0..3 { for k in 1..9000usize {
        if segs[4*k][1] != segs[4*k+1][0] || segs[4*k+3][1] != segs[4*k][0] { continue; }
        let ids: Vec<SegmentId> = sites[4*k..4*k+4].iter().flatten().copied().collect();
        let corners: Vec<PointId> = ids.iter().map(|&s| d.ends(s)[0]).collect();
        let at: Vec<GridPoint> = corners.iter().map(|&p| d.point(p)).collect();
        let t = std::time::Instant::now();
        for &s in &ids { d.remove_segment(s).unwrap(); }
        let t2 = std::time::Instant::now();
        for &p in &corners { d.remove_point(p).unwrap(); }
        tr.push(((t2 - t).as_secs_f64() * 1e6, t2.elapsed().as_secs_f64() * 1e6));
        let t = std::time::Instant::now();
        let mut near = sites[4 * (k - 1)].map(Site::Segment);
        let mut c = [PointId(0); 4];
        for i in 0..4 { c[i] = d.insert_point(at[i], near).unwrap().0; near = Some(Site::Point(c[i])); }
        for i in 0..4 { sites[4*k+i] = Some(d.insert_segment(c[i], c[(i+1)%4]).unwrap().0); }
        ti.push(t.elapsed().as_secs_f64() * 1e6);
    } }
    let med = |v: &mut Vec<f64>| { v.sort_by(f64::total_cmp); v[v.len() / 2] };
    println!("segs {:.2} points {:.2} insert {:.2} {:?}", med(&mut tr.iter().map(|t| t.0).collect()), med(&mut tr.iter().map(|t| t.1).collect()), med(&mut ti), d.counts());
}
