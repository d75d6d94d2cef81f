//! What every law must hold.

use swizzle_core::Named as _;
use swizzle_tests::Report;
use swizzle_tmem::{Coordinate, Law, Point};

/// Every list of indices of a law, the last one running fastest.
pub(crate) fn every_index(law: &Law) -> Vec<Vec<u32>> {
    law.axes().iter().fold(vec![Vec::new()], |all, axis| {
        let longer = |head: Vec<u32>| (0..axis.extent).map(move |index| [head.as_slice(), &[index]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}

/// Every point of the box that a law spans.
fn every_point(law: &Law) -> Vec<Point> {
    let spans = Coordinate::ALL.iter().map(|c| law.span(*c));
    let [ctas, lanes, columns, bits, memory] = spans.collect::<Vec<_>>()[..] else {
        panic!("five coordinates")
    };
    let mut all = Vec::new();
    for cta in 0..=ctas {
        for lane in 0..=lanes {
            for column in 0..=columns {
                for bit in 0..bits {
                    all.extend((0..=memory).map(|memory_byte| Point { cta, lane, column, bit, memory_byte }));
                }
            }
        }
    }
    all
}

/// Checks the inverse of a law with every index and every point, one past its span included.
pub(crate) fn check_inverse(report: &mut Report, law: &Law) {
    let mut forward: Vec<(Point, Vec<u32>)> = every_index(law)
        .into_iter()
        .map(|indices| (law.point(&indices).expect("an index of the law"), indices))
        .collect();
    forward.sort_unstable();
    let mut rest = forward.as_slice();
    let mut points = every_point(law);
    points.sort_unstable();
    for point in points {
        let here = rest.partition_point(|(at, _)| *at <= point);
        let (now, later) = rest.split_at(here);
        rest = later;
        let wanted: Vec<&Vec<u32>> = now.iter().map(|(_, indices)| indices).collect();
        let found = law.indices(point);
        let found: Vec<&Vec<u32>> = found.iter().collect();
        report.equal(&law.name, &format_args!("{point:?}"), &found, &wanted);
    }
    report.equal(&law.name, &"points outside", &rest.len(), &0);
}
