//! Rings and lines on the sheet: whether a point lies inside, triangles to fill, dashes and stripes.
//!
//! Ear clipping is our own: the rings are small, they are cut once when the map is loaded, and the
//! crates for it bring more than these lines.

use eframe::egui::{Pos2, Rect, Vec2, pos2};

/// Twice the area to the left of a turn: positive when `c` lies clockwise of the way from `a` to
/// `b`, with y to the south.
fn turn(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Each side of a closed ring.
pub fn sides(ring: &[Pos2]) -> impl Iterator<Item = (Pos2, Pos2)> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().copied().zip(next.copied())
}

/// The area of a ring, negative when it runs the other way round.
pub fn signed_area(ring: &[Pos2]) -> f32 {
    sides(ring).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
}

/// The length of a ring.
pub fn girth(ring: &[Pos2]) -> f32 {
    sides(ring).map(|(a, b)| a.distance(b)).sum()
}

/// Whether a point lies inside a ring.
pub fn contains(ring: &[Pos2], point: Pos2) -> bool {
    let crosses = |&(a, b): &(Pos2, Pos2)| {
        (a.y > point.y) != (b.y > point.y)
            && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
    };
    sides(ring).filter(crosses).count() % 2 == 1
}

/// The box around some points.
pub fn bounds(points: &[Pos2]) -> Rect {
    Rect::from_points(points)
}

/// How far a point is from the nearest side of a ring.
pub fn distance_to(ring: &[Pos2], point: Pos2) -> f32 {
    let to_side = |(a, b): (Pos2, Pos2)| {
        let along = b - a;
        let part = ((point - a).dot(along) / along.length_sq().max(1e-9)).clamp(0.0, 1.0);
        point.distance(a + along * part)
    };
    sides(ring).map(to_side).fold(f32::MAX, f32::min)
}

/// Triangles that fill a ring: three indices into it for each.
pub fn triangulate(ring: &[Pos2]) -> Vec<u32> {
    let mut left: Vec<usize> = (0..ring.len()).collect();
    if signed_area(ring) < 0.0 {
        left.reverse();
    }
    let mut triangles = Vec::with_capacity(ring.len() * 3);
    let mut at = 0;
    // How many corners in a row were no ears: after a whole round something must be cut anyway.
    let mut refused = 0;
    while left.len() > 3 {
        let count = left.len();
        let corner = at % count;
        let [before, here, after] =
            [(corner + count - 1) % count, corner, (corner + 1) % count].map(|one| left[one]);
        let flat = turn(ring[before], ring[here], ring[after]).abs() < 1e-6;
        if flat || refused >= count || is_ear(ring, &left, [before, here, after]) {
            if !flat {
                triangles.extend([before, here, after].map(|one| one as u32));
            }
            left.remove(corner);
            at = corner + count - 2;
            refused = 0;
        } else {
            at = corner + 1;
            refused += 1;
        }
    }
    if let [a, b, c] = left[..] {
        triangles.extend([a, b, c].map(|one| one as u32));
    }
    triangles
}

/// Whether a corner can be cut off: it points outwards, and no other corner lies in it.
fn is_ear(ring: &[Pos2], left: &[usize], corner: [usize; 3]) -> bool {
    let [a, b, c] = corner.map(|one| ring[one]);
    if turn(a, b, c) <= 0.0 {
        return false;
    }
    let within = |point: Pos2| {
        turn(a, b, point) >= 0.0 && turn(b, c, point) >= 0.0 && turn(c, a, point) >= 0.0
    };
    left.iter().map(|&one| ring[one]).all(|point| {
        // Corners of the triangle itself stand twice where a hole was tied in.
        point == a || point == b || point == c || !within(point)
    })
}

/// One ring out of a ring and a hole in it, tied together where they are nearest.
pub fn tie_hole(ring: &[Pos2], hole: &[Pos2]) -> Vec<Pos2> {
    if ring.is_empty() || hole.is_empty() {
        return ring.to_vec();
    }
    let mut best = (f32::MAX, 0, 0);
    for (outer, a) in ring.iter().enumerate() {
        for (inner, b) in hole.iter().enumerate() {
            let distance = a.distance_sq(*b);
            if distance < best.0 {
                best = (distance, outer, inner);
            }
        }
    }
    let (_, outer, inner) = best;
    let mut around: Vec<Pos2> = hole[inner..].iter().chain(&hole[..=inner]).copied().collect();
    if (signed_area(hole) > 0.0) == (signed_area(ring) > 0.0) {
        around.reverse();
    }
    let mut tied = ring[..=outer].to_vec();
    tied.extend(around);
    tied.extend_from_slice(&ring[outer..]);
    tied
}

/// The pieces of a line that are drawn when it is dashed.
pub fn dashes(line: &[Pos2], drawn: f32, gap: f32) -> Vec<Vec<Pos2>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Pos2> = line.first().copied().into_iter().collect();
    let (mut pen_is_down, mut left) = (true, drawn);
    for side in line.windows(2) {
        let (mut from, to) = (side[0], side[1]);
        let mut length = from.distance(to);
        while length > left {
            from += (to - from) * (left / length);
            length -= left;
            if pen_is_down {
                piece.push(from);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![from];
            }
            pen_is_down = !pen_is_down;
            left = if pen_is_down { drawn } else { gap };
        }
        left -= length;
        if pen_is_down {
            piece.push(to);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

/// Parallel lines that fill rings, `apart` from each other, in the direction `along`.
pub fn stripes(rings: &[Vec<Pos2>], along: Vec2, apart: f32) -> Vec<[Pos2; 2]> {
    let along = along.normalized();
    let across = along.rot90();
    let mut lines = Vec::new();
    for ring in rings {
        let depth = |point: Pos2| point.to_vec2().dot(across);
        let deepest = ring.iter().map(|&point| depth(point)).fold(f32::MIN, f32::max);
        let nearest = ring.iter().map(|&point| depth(point)).fold(f32::MAX, f32::min);
        let mut at = (nearest / apart).ceil() * apart;
        while at < deepest {
            let mut cuts: Vec<f32> = sides(ring)
                .filter(|&(a, b)| (depth(a) > at) != (depth(b) > at))
                .map(|(a, b)| {
                    let part = (at - depth(a)) / (depth(b) - depth(a));
                    (a + (b - a) * part).to_vec2().dot(along)
                })
                .collect();
            cuts.sort_by(f32::total_cmp);
            let place = |far: f32| (along * far + across * at).to_pos2();
            lines.extend(cuts.chunks_exact(2).map(|cut| [place(cut[0]), place(cut[1])]));
            at += apart;
        }
    }
    lines
}

/// A curve from one place to another that bends to the left of the way.
pub fn bow(from: Pos2, to: Pos2, bend: f32) -> Vec<Pos2> {
    let way = to - from;
    let top = from + way * 0.5 - way.rot90() * bend;
    let steps = 24u8;
    (0..=steps)
        .map(|step| {
            let part = f32::from(step) / f32::from(steps);
            let (first, second) = (from.lerp(top, part), top.lerp(to, part));
            first.lerp(second, part)
        })
        .collect()
}

/// A line without what lies nearer to its end than `short`.
pub fn shortened(line: &[Pos2], short: f32) -> Vec<Pos2> {
    let end = line.last().copied().unwrap_or(pos2(0.0, 0.0));
    let mut kept = line.to_vec();
    while kept.len() > 2 && kept[kept.len() - 1].distance(end) < short {
        kept.pop();
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f32, f32)]) -> Vec<Pos2> {
        points.iter().map(|&(x, y)| pos2(x, y)).collect()
    }

    /// A room with a nook: a ring that is not convex.
    fn nook() -> Vec<Pos2> {
        ring(&[
            (0.0, 0.0),
            (10.0, 0.0),
            (10.0, 8.0),
            (6.0, 8.0),
            (6.0, 3.0),
            (4.0, 3.0),
            (4.0, 8.0),
            (0.0, 8.0),
        ])
    }

    fn area_of_triangles(ring: &[Pos2]) -> f32 {
        let corner = |index: u32| ring[index as usize];
        let triangles = triangulate(ring);
        triangles
            .chunks(3)
            .map(|t| turn(corner(t[0]), corner(t[1]), corner(t[2])).abs() / 2.0)
            .sum()
    }

    #[test]
    fn a_point_lies_inside_or_outside() {
        assert!(contains(&nook(), pos2(2.0, 5.0)));
        assert!(contains(&nook(), pos2(5.0, 1.0)));
        assert!(!contains(&nook(), pos2(5.0, 5.0)), "in the nook");
        assert!(!contains(&nook(), pos2(-1.0, 1.0)));
    }

    #[test]
    fn triangles_fill_a_ring_whichever_way_it_runs() {
        let mut ring = nook();
        assert!((area_of_triangles(&ring) - 70.0).abs() < 1e-3);
        ring.reverse();
        assert!((area_of_triangles(&ring) - 70.0).abs() < 1e-3);
    }

    #[test]
    fn a_hole_stays_empty() {
        let outer = ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
        let hole = ring(&[(3.0, 3.0), (6.0, 3.0), (6.0, 6.0), (3.0, 6.0)]);
        assert!((area_of_triangles(&tie_hole(&outer, &hole)) - 91.0).abs() < 1e-3);
    }

    #[test]
    fn dashes_leave_their_gaps() {
        let line = ring(&[(0.0, 0.0), (4.0, 0.0), (10.0, 0.0)]);
        let pieces = dashes(&line, 3.0, 2.0);
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].last(), Some(&pos2(3.0, 0.0)));
        assert_eq!(
            (pieces[1].first(), pieces[1].last()),
            (Some(&pos2(5.0, 0.0)), Some(&pos2(8.0, 0.0)))
        );
    }

    #[test]
    fn stripes_stay_inside() {
        let lines = stripes(&[nook()], Vec2::new(1.0, 0.0), 2.5);
        assert_eq!(
            lines.len(),
            5,
            "one below the nook's floor and two on each side of it: {lines:?}"
        );
        for [a, b] in lines {
            assert!(contains(&nook(), a.lerp(b, 0.5)));
        }
    }
}
