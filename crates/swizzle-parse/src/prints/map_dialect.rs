//! A tensor map as Triton, MLIR and Pallas write it: a shape, strides and a block in elements, the last dimension contiguous.
//!
//! Source: triton-lang/triton, `tl.make_tensor_descriptor` and `TensorDescriptor`; llvm/llvm-project, `NVGPUTypes.td`
//! (`tensormap.descriptor`); jax-ml/jax, Pallas Mosaic GPU, `BlockSpec` with its transforms.

use super::*;

/// What a text says, in elements, the last dimension contiguous; empty where it is not said.
#[derive(Clone, Default)]
struct Said {
    what: &'static str,
    shape: Vec<i128>,
    strides: Vec<i128>,
    block: Vec<i128>,
    data_type: Option<DataType>,
    /// Bytes of the swizzle; none where the compiler takes the widest that the block fills.
    swizzle: Option<i128>,
}

/// Reads the map of a text; none where there is none of these.
pub(crate) fn read(text: &str) -> Option<MapPrint> {
    let said = triton(text).or_else(|| nvgpu(text)).or_else(|| pallas(text))?;
    if said.data_type.is_some() {
        return map(&said);
    }
    // Where the driver accepts the map with elements of every width, the type decides nothing.
    let widths = [DataType::Uint8, DataType::Float32, DataType::Bfloat16];
    let with = |data_type| map(&Said { data_type: Some(data_type), ..said.clone() });
    let all: Vec<MapPrint> = widths.into_iter().filter_map(with).collect();
    if all.iter().all(|map| !map.verdict().is_refused()) { all.into_iter().next_back() } else { map(&said) }
}

fn map(said: &Said) -> Option<MapPrint> {
    let bytes = i128::from(said.data_type.unwrap_or(DataType::Bfloat16).global_bits()) / 8;
    let inner = said.block.last()? * bytes;
    let fits = |width: &i128| inner >= *width;
    let width = said.swizzle.unwrap_or_else(|| [128, 64, 32].into_iter().find(fits).unwrap_or(0));
    let mut boxes: Vec<i128> = said.block.iter().rev().copied().collect();
    if said.swizzle.is_none() && width > 0 {
        // A wider block takes several copies.
        boxes[0] = boxes[0].min(width / bytes.max(1));
    }
    let reversed = |all: &[i128]| all.iter().rev().copied().collect::<Vec<_>>();
    let strides = reversed(&said.strides).into_iter().skip(1).map(|stride| stride * bytes).collect();
    let mut arguments = Vec::from([
        Entry::new(Key::Box, "boxDim", "", boxes),
        Entry::new(Key::Extents, "globalDim", "", reversed(&said.shape)),
        Entry::new(Key::DriverStrides, "globalStrides", "", strides),
    ]);
    arguments.retain(|one| !one.numbers.is_empty());
    let mode = match width {
        0 | 16 => "CU_TENSOR_MAP_SWIZZLE_NONE".into(),
        32 | 64 | 128 => format!("CU_TENSOR_MAP_SWIZZLE_{width}B"),
        _ => return None,
    };
    arguments.push(Entry::choice(Key::Swizzle, "swizzle", &mode));
    let data_type = said.data_type.map(DataType::name);
    arguments.extend(data_type.map(|name| Entry::choice(Key::DataType, "tensorDataType", name)));
    let mut map = map_from_call(&arguments);
    map.what = said.what;
    Some(map)
}

/// The type that a word of a text names.
fn type_in(text: &str) -> Option<DataType> {
    names(text).find_map(|name| match name {
        "float32" | "f32" => Some(DataType::Float32),
        name => DataType::from_element(element_from_word(name)?),
    })
}

fn call<'a>(text: &'a str, name: &str) -> Option<Call<'a>> {
    calls(text, name).into_iter().find(|call| call.is(name))
}

/// `tl.make_tensor_descriptor(p, shape=[…], strides=[…], block_shape=[…])`, also by place.
fn triton(text: &str) -> Option<Said> {
    let bare = without_comments(text);
    let scope = Scope::of(&bare);
    const WHOLE: &str = "base shape strides block_shape";
    let columns = [
        ("make_tensor_descriptor", WHOLE),
        ("TensorDescriptor", WHOLE),
        ("TensorDescriptor.from_tensor", "tensor block_shape"),
    ];
    let mut calls = columns.iter();
    let (call, column) = calls.find_map(|(name, column)| Some((call(&bare, name)?, *column)))?;
    let (given, _) = bound(column, &call.arguments);
    let list = |name: &str| {
        let argument = given.iter().find(|one| one.name == name)?;
        scope.list(&argument.text.replace('(', "[").replace(')', "]"))
    };
    Some(Said {
        what: "A tensor descriptor of Triton",
        // What is not known is not shown.
        shape: list("shape").unwrap_or_default(),
        strides: list("strides").unwrap_or_default(),
        block: list("block_shape")?,
        data_type: type_in(text),
        swizzle: None,
    })
}

/// `!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_64b, …>`, also as an operand's type
fn nvgpu(text: &str) -> Option<Said> {
    let (_, inside) = text.split_once("<tensor = memref<")?;
    let word = inside.split([',', '>']).next()?;
    let ([rows, columns, _], element) = with_type(word.trim())?;
    let mode = names(inside).find_map(|name| name.strip_prefix("swizzle_"))?;
    Some(Said {
        what: "A tensor map of MLIR's nvgpu",
        block: Vec::from([rows.into(), columns.into()]),
        data_type: DataType::from_element(element),
        swizzle: Some(match mode {
            "none" => 0,
            mode => mode.strip_suffix('b')?.parse().ok()?,
        }),
        ..Said::default()
    })
}

/// `plgpu.BlockSpec((128, 64), transforms=(plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128)))`
fn pallas(text: &str) -> Option<Said> {
    let spec = call(text, "BlockSpec")?;
    let list = |text: &str| Scope::default().list(&text.replace('(', "[").replace(')', "]"));
    let transform = |name: &str| call(text, name)?.arguments.first().map(|one| one.text);
    let mut block = list(spec.arguments.first()?.text)?;
    let tile = transform("TilingTransform").and_then(list);
    if let (Some(last), Some(inner)) = (block.last_mut(), tile.and_then(|tile| tile.last().copied())) {
        *last = inner.min(*last);
    }
    let width = transform("SwizzleTransform");
    let swizzle: i128 = width.map_or(Some(0), |width| width.parse().ok())?;
    // A row of the tiling is one of the swizzle.
    let of_row = match block.last().map(|inner| swizzle / (*inner).max(1)) {
        Some(1) => Some(DataType::Uint8),
        Some(2) => Some(DataType::Bfloat16),
        Some(4) => Some(DataType::Float32),
        _ => None,
    };
    Some(Said {
        what: "A block of Pallas",
        block,
        data_type: type_in(text).or(of_row),
        swizzle: Some(swizzle),
        ..Said::default()
    })
}
