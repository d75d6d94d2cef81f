//! Tensor maps from lines of `name,numbers…`, as the rows of `swizzle tma` name them.

use swizzle_code::number_from_text;
use swizzle_core::Named;
use swizzle_core::hardware::Chip;
use swizzle_core::tma::{
    DataType, Dimension, Interleave, L2Promotion, MapSwizzle, OobFill, TensorMap, demands, landing_from_map,
    refusals_of_map,
};

use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target =
    Target { name: "tma", corpus: Vec::new, tokens, check: |input| check(&String::from_utf8_lossy(input)) };

fn tokens() -> Vec<Vec<u8>> {
    let names = MapSwizzle::ALL.iter().map(|one| one.name());
    let names = names.chain(DataType::ALL.iter().map(|one| one.name()));
    let names = names.chain(Interleave::ALL.iter().map(|one| one.name()));
    names.map(String::from).map(String::into).collect()
}

/// The map of a line, and the destination.
fn map(line: &str) -> Option<(TensorMap, u32)> {
    let mut fields = line.split(',').map(str::trim);
    let swizzle = MapSwizzle::from_name(fields.next()?).ok()?;
    let data_type = DataType::from_name(fields.next()?).ok()?;
    let interleave = Interleave::from_name(fields.next()?).ok()?;
    let mut numbers = fields.map_while(|field| number_from_text(field).ok());
    let destination = numbers.next()?;
    let numbers: Vec<u32> = numbers.collect();
    let dimension = |four: &[u32]| Dimension {
        extent: four[0].into(),
        stride_bytes: u64::from(four[1]) << (four[0] % 32),
        box_elements: four[2],
        element_stride: four[3],
    };
    let map = TensorMap {
        data_type,
        interleave,
        swizzle,
        global_address: destination.into(),
        dimensions: numbers.chunks_exact(4).map(dimension).collect(),
        im2col: None,
        l2_promotion: L2Promotion::default(),
        oob_fill: OobFill::default(),
    };
    Some((map, destination))
}

fn check(text: &str) -> Result<(), Fault> {
    for (map, destination) in text.lines().filter_map(map) {
        let refused = Chip::ALL.iter().map(|chip| refusals_of_map(&map, *chip)).any(|all| {
            let is_empty = all.iter().any(|one| one.text.is_empty());
            assert!(!is_empty, "a refusal without a word");
            !all.is_empty()
        });
        let _ = demands(&map, destination);
        let Ok(landing) = landing_from_map(&map, destination) else {
            continue;
        };
        let (last_row, last_byte) = (landing.rows.wrapping_sub(1), landing.inner_bytes.wrapping_sub(1));
        for (row, byte) in [(0, 0), (last_row, last_byte), (landing.rows, 0), (0, landing.inner_bytes)] {
            let is_in = row < landing.rows && byte < landing.inner_bytes;
            ensure!(landing.address(row, byte).is_some() == is_in, "row {row}, byte {byte} of {map:?}");
        }
        ensure!(refused || landing.span_bytes() > 0, "an accepted box of nothing: {map:?}");
    }
    Ok(())
}
