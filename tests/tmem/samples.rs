//! Rows of samples in the golden lines, and what every law must hold.

use serde_json::Value;
use swizzle_core::Named as _;
use swizzle_tests::{JsonLine, Report};
use swizzle_tmem::{Coordinate, Law, Point};

/// A row of samples: numbers, and lists of numbers.
pub(crate) fn samples(line: &JsonLine) -> Vec<Vec<Vec<u32>>> {
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let numbers = |value: &Value| match value.as_array() {
        Some(list) => list.iter().map(number).collect::<Option<Vec<_>>>(),
        None => number(value).map(|one| vec![one]),
    };
    let row = |row: &Value| {
        let row = row.as_array().map(|row| row.iter().map(numbers).collect());
        row.flatten().unwrap_or_else(|| panic!("{}: not a row of numbers", line.at()))
    };
    line.list("s").iter().map(row).collect()
}

/// A row of samples that are single numbers.
pub(crate) fn flat<const N: usize>(line: &JsonLine) -> Vec<[u32; N]> {
    let array = |row: Vec<Vec<u32>>| {
        let row: Vec<u32> = row.into_iter().flatten().collect();
        row.try_into().unwrap_or_else(|row: Vec<u32>| panic!("{}: {row:?}", line.at()))
    };
    samples(line).into_iter().map(array).collect()
}

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
