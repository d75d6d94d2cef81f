//! Chips, dumps, tensor maps, bank conflicts and scale factors: a question in Python's types, its answer as JSON.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use serde_json::json;
use swizzle_core::hardware::{Chip, CopyShape, CtaForm, Element, Kind, Named};
use swizzle_core::tma::{
    DataType, Interleave, L2Promotion, MapSwizzle, OobFill, demands, landing_from_map, refusals_of_map,
};
use swizzle_core::{Arch, Descriptor};
use swizzle_draw::scene::PaneKind;
use swizzle_dump::{Values, dumps_from_files};
use swizzle_lints::tma::{Covered, TYPED_FIELDS, TypedMap, target_from_name};
use swizzle_params::PARAMS;
use swizzle_parse::instruction_from_text;
use swizzle_report::conflicts::json_from_arrangements;
use swizzle_report::fragment::json_from_fragment;
use swizzle_report::{dump, scale};
use swizzle_text::chip::{ChipFact, facts_of_chip, from_hopper};
use swizzle_text::vocabulary::chip_from_word;
use swizzle_tmem::ask::{Field, What};
use swizzle_tmem::moves::{LoadShape, Multicast};
use swizzle_tmem::plan::Witness;
use swizzle_tmem::scale::{Order, Pair, ScaleBlocks};
use swizzle_tmem::tensor_memory::Alignment;
use swizzle_warp::{
    Access, Arrangements, AskedFragment, Formula, Lanes, Preset, TileRows, lanes_from_layout,
    wavefronts_from_lanes,
};

use crate::spec::{PySpec, integers, number};
use crate::{SwizzleError, json as written, named, refused};

/// The parameters of tile, reader and place, each with its choices; numbers have none.
#[pyfunction]
pub(crate) fn parameters() -> Vec<(&'static str, Vec<&'static str>)> {
    let choices = |kind: &swizzle_params::Kind| match kind {
        swizzle_params::Kind::Choice(choices) => choices.names().collect(),
        swizzle_params::Kind::Number { .. } => Vec::new(),
    };
    let all = PARAMS.iter();
    all.map(|param| (param.key, choices(&param.kind))).collect()
}

/// The choices and the names of arguments that are not parameters of a tile.
#[pyfunction]
pub(crate) fn choices() -> Vec<(&'static str, Vec<&'static str>)> {
    macro_rules! names {
        ($($name:literal: $kind:ty,)+) => { vec![$(($name, <$kind>::NAMES.to_vec())),+] };
    }
    let mut all = names! {
        "access": Access,
        "alignment": Alignment,
        "copy shape": CopyShape,
        "data_type": DataType,
        "field of tensor memory": Field,
        "interleave": Interleave,
        "kind": Kind,
        "l2_promotion": L2Promotion,
        "load shape": LoadShape,
        "map swizzle": MapSwizzle,
        "multicast": Multicast,
        "oob_fill": OobFill,
        "preset": Preset,
        "reading": Witness,
        "values": Values,
        "view": PaneKind,
        "what": What,
        "written": Order,
    };
    all.push(("argument of a map", TYPED_FIELDS.iter().map(|one| one.key).collect()));
    all
}

/// The names of all chips.
#[pyfunction]
pub(crate) fn chips() -> Vec<&'static str> {
    Chip::ALL.iter().map(|chip| chip.name()).collect()
}

/// A chip by a name of its target or of a product.
fn any_chip(word: &str) -> PyResult<Chip> {
    chip_from_word(word).map_or_else(|| named(word), Ok)
}

/// Returns the properties of a chip.
#[pyfunction]
pub(crate) fn chip(name: &str) -> PyResult<String> {
    let chip = any_chip(name)?;
    let elements = Element::ALL.iter().filter(|one| chip.has_element(**one));
    written(&json!({
        "name": chip.name(),
        "arch": chip.arch().map(Named::name),
        "words": chip.words(),
        "is_measured": chip.is_measured(),
        "source": chip.source(),
        "shared_bytes": chip.shared_bytes(),
        "tensor_columns": chip.tensor_columns(),
        "elements": elements.map(|one| one.name()).collect::<Vec<_>>(),
        "kinds": chip.kinds().iter().map(|one| one.name()).collect::<Vec<_>>(),
        "lbo_modes": chip.lbo_modes().iter().map(|one| one.name()).collect::<Vec<_>>(),
    }))
}

/// The layout in dumps of the same memory, as `dump --json` prints it.
#[pyfunction]
#[pyo3(signature = (files, element_bits, mn=None, k=None, address=None, values=None, descriptor=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn dump_layouts(
    py: Python<'_>,
    files: Vec<Vec<u8>>,
    element_bits: u32,
    mn: Option<u32>,
    k: Option<u32>,
    address: Option<u32>,
    values: Option<&str>,
    descriptor: Option<u64>,
) -> PyResult<String> {
    let asked = swizzle_dump::Asked { element_bits, mn, k, address, values: values.map(named).transpose()? };
    let answer = py.detach(|| {
        let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        let dumps = dumps_from_files(&files, element_bits).map_err(|(_, why)| why.to_string())?;
        let recognized = dump::recognized(&dumps, &asked, descriptor)?;
        Ok::<_, String>(dump::json_from_recognized(&recognized, &dumps, &asked))
    });
    written(&answer.map_err(SwizzleError::new_err)?)
}

/// A tensor map for a chip: what the driver refuses, and what its box covers.
#[pyclass(frozen, module = "swizzle_atlas._native")]
pub(crate) struct TensorMap {
    map: swizzle_core::tma::TensorMap,
    chip: Chip,
}

#[pymethods]
impl TensorMap {
    /// Creates a map from the driver's arguments as texts, by the names of the program's columns.
    #[new]
    fn new(arguments: &Bound<'_, PyDict>, chip: &str) -> PyResult<Self> {
        let mut typed =
            TypedMap { extents: String::new(), box_elements: String::new(), ..TypedMap::default() };
        for (name, text) in arguments {
            let (name, text): (String, String) = (name.extract()?, text.extract()?);
            let field = TYPED_FIELDS.iter().find(|one| one.key == name);
            let field = field.ok_or_else(|| refused(format!("{name} is not an argument")))?;
            *(field.of_mut)(&mut typed) = text;
        }
        let chip: Chip = named(chip)?;
        let chip = target_from_name(chip.name()).map_err(refused)?;
        let map = typed.map();
        let map = map.map_err(|(field, why)| SwizzleError::new_err(format!("{field}: {why}")))?;
        Ok(Self { map, chip })
    }

    /// Each argument that the driver refuses, and why.
    fn refusals(&self) -> Vec<(&'static str, String)> {
        let all = refusals_of_map(&self.map, self.chip).into_iter();
        all.map(|one| (one.argument, one.text)).collect()
    }

    /// Rows, bytes of a row, and bytes that the box covers with its gaps.
    fn landing(&self) -> PyResult<(u32, u32, u64)> {
        let landing = landing_from_map(&self.map, 0).map_err(refused)?;
        let covered = Covered::of(&landing);
        Ok((landing.rows, landing.inner_bytes, covered.span_bytes))
    }

    /// Shared address of every byte of the box: 32-bit integers, rows outer.
    fn byte_table<'py>(
        &self,
        py: Python<'py>,
        destination: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let destination = number("destination", destination)?;
        let all = demands(&self.map, destination);
        if let Some(demand) = all.iter().find(|one| one.is_fatal && !one.is_met) {
            return Err(SwizzleError::new_err(demand.text.clone()));
        }
        let landing = landing_from_map(&self.map, destination).map_err(refused)?;
        let bytes = (0..landing.rows)
            .flat_map(|row| (0..landing.inner_bytes).filter_map(move |byte| landing.address(row, byte)));
        integers(py, &bytes.collect::<Vec<_>>())
    }
}

/// How an access is served: wavefronts, conflicts, ways, the address of each lane, and for each group of lanes that are served
/// together its first lane, its lanes, and the words that it requests from each bank.
type Served = (u32, u32, u32, Vec<Option<u32>>, Vec<(usize, usize, Vec<u32>)>);

fn served(access: Access, lanes: &Lanes) -> Served {
    let served = wavefronts_from_lanes(access, lanes);
    let groups = served.groups.iter();
    let groups = groups.map(|one| (one.lanes.start, one.lanes.len(), one.words.to_vec()));
    (served.count(), served.conflicts(), served.ways(), lanes.to_vec(), groups.collect())
}

/// An access by the addresses of its lanes.
#[pyfunction]
pub(crate) fn conflicts_of_addresses(access: &str, addresses: Vec<Option<u32>>) -> PyResult<Served> {
    let access: Access = named(access)?;
    if addresses.len() > swizzle_warp::WARP_LANES {
        let why = format!("{} addresses, but a warp has 32 lanes", addresses.len());
        return Err(SwizzleError::new_err(why));
    }
    // For ldmatrix and stmatrix, as many lanes give an address as matrices have rows.
    let mut lanes: Lanes = [None; swizzle_warp::WARP_LANES];
    for (lane, address) in lanes.iter_mut().zip(addresses).take(access.lanes()) {
        if let Some(bytes) = address.filter(|bytes| !bytes.is_multiple_of(access.bytes())) {
            let why = format!("{bytes} is not a multiple of {}", access.bytes());
            return Err(SwizzleError::new_err(why));
        }
        *lane = address;
    }
    Ok(served(access, &lanes))
}

/// A register fragment, as `fragment --json` prints it.
#[pyfunction]
pub(crate) fn fragment(instruction: &str, operand: &str) -> PyResult<String> {
    let asked = AskedFragment::from_text(instruction, operand).map_err(refused)?;
    let slots: Vec<_> = asked.fragment.slots().collect();
    written(&json_from_fragment(&asked, &slots))
}

/// The accesses of a tile in every arrangement, as `conflicts --json` prints them.
#[pyfunction]
pub(crate) fn conflicts_of_accesses(
    element: &str,
    rows: u32,
    columns: u32,
    accesses: Vec<String>,
) -> PyResult<String> {
    let tile = TileRows { element: named(element)?, rows, columns };
    let found = Arrangements::of(&tile, accesses.iter().map(String::as_str)).map_err(refused)?;
    written(&json_from_arrangements(&found))
}

/// An access to a tile: one that kernels make again and again, or an instruction with a formula from a lane to a row and a
/// column.
#[pyfunction]
#[pyo3(signature = (spec, access, formula=None))]
pub(crate) fn conflicts_of_tile(spec: &PySpec, access: &str, formula: Option<&str>) -> PyResult<Served> {
    let preset = Preset::from_name(access);
    let (access, formula) = match (preset, formula) {
        (Ok(preset), None) => (preset.access(), preset.formula()),
        (Ok(preset), Some(text)) => (preset.access(), Formula::parse(text).map_err(refused)?),
        (Err(_), Some(text)) => {
            (Access::from_name(access).map_err(refused)?, Formula::parse(text).map_err(refused)?)
        }
        (Err(unknown), None) => {
            return Err(SwizzleError::new_err(match Access::from_name(access) {
                Ok(_) => format!(
                    "{access}: lanes is missing: a formula such as (lane % 16, lane / 16 * width), or a byte address for each lane"
                ),
                Err(others) => format!("{unknown}; with lanes, {others}"),
            }));
        }
    };
    let (layout, extent) = (spec.0.layout(), spec.0.extent());
    let sizes = match layout.major() {
        swizzle_core::Major::K => (extent.mn, extent.k),
        swizzle_core::Major::Mn => (extent.k, extent.mn),
    };
    let lanes = lanes_from_layout(access, &formula, layout, sizes).map_err(refused)?;
    Ok(served(access, &lanes))
}

/// A stage of scale factors, as `scale plan` prints it.
#[pyfunction]
pub(crate) fn scale_plan(values: &Bound<'_, PyDict>) -> PyResult<String> {
    let word = |name: &str| -> PyResult<Option<String>> {
        values.get_item(name)?.map(|value| value.extract()).transpose()
    };
    let count = |name: &str| -> PyResult<Option<u32>> {
        values.get_item(name)?.map(|value| number(name, &value)).transpose()
    };
    let missing = |name: &str| SwizzleError::new_err(format!("{name} is missing"));
    let kind = word("kind")?.ok_or_else(|| missing("kind"))?;
    let kind: Kind = named(&kind)?;
    let idesc = word("idesc")?.map(|text| instruction_from_text(Some(kind), &text));
    let idesc = idesc.transpose().map_err(SwizzleError::new_err)?;
    let copies: Vec<u64> = match values.get_item("copies")? {
        Some(all) => all.extract()?,
        None => Vec::new(),
    };
    let asked = scale::Asked {
        kind,
        rows: count("mn")?.ok_or_else(|| missing("mn"))?,
        k: count("k")?.ok_or_else(|| missing("k"))?,
        vec: count("vec")?,
        operand: chosen(word("operand")?, "A")?,
        form: CtaForm::of_group(count("cta_group")?.unwrap_or(1), false).map_err(refused)?,
        m: count("m")?,
        sparsity: chosen(word("sparsity")?, "dense")?,
        step_k: count("step_k")?,
        written: chosen(word("written")?, "stage")?,
        first_byte: count("start")?.unwrap_or(0),
        first_column: count("column")?.unwrap_or(0),
        idesc: idesc.map(|read| read.idesc),
        ids: match values.get_item("ids")? {
            Some(ids) => ids.extract()?,
            None => Vec::new(),
        },
        copies: copies.into_iter().map(|raw| Descriptor::new(Arch::Tcgen05, raw)).collect(),
        stage_bytes: count("stage_bytes")?,
    };
    written(&asked.plan().map_err(SwizzleError::new_err)?)
}

/// A layout of scale factors by its name or a project's.
fn scale_order(word: &str) -> PyResult<Order> {
    Order::from_word(word).map_or_else(|| named(word), Ok)
}

/// The byte of each factor in a layout, rows outer: 32-bit integers; and the bytes of all, padding included.
#[pyfunction]
pub(crate) fn scale_bytes<'py>(
    py: Python<'py>,
    layout: &str,
    rows: u32,
    blocks: u32,
) -> PyResult<(Bound<'py, PyByteArray>, u32)> {
    let blocks = ScaleBlocks::new(scale_order(layout)?, rows, blocks).map_err(refused)?;
    let bytes: Vec<u32> = blocks.places().map(|(row, block)| blocks.byte(row, block)).collect();
    Ok((integers(py, &bytes)?, blocks.bytes()))
}

/// What is wrong where one layout is written and another is read: how many factors, and that in a sentence.
#[pyfunction]
pub(crate) fn scale_pair(written: &str, read: &str, rows: u32, blocks: u32) -> PyResult<(u32, String)> {
    let pair = Pair::new(scale_order(written)?, scale_order(read)?, rows, blocks).map_err(refused)?;
    Ok((pair.wrong, pair.text()))
}

/// Name, text and source of facts.
type Facts = Vec<(&'static str, String, &'static str)>;

/// What a chip has, and what becomes of a Hopper kernel on it: name, text and source of each fact.
#[pyfunction]
pub(crate) fn chip_facts(name: &str) -> PyResult<(Facts, Facts)> {
    let chip = any_chip(name)?;
    let all = |facts: Vec<ChipFact>| facts.into_iter().map(|one| (one.name, one.text, one.source)).collect();
    Ok((all(facts_of_chip(chip)), all(from_hopper(chip))))
}

/// A choice by its name, or the usual one.
fn chosen<T: Named>(name: Option<String>, usual: &str) -> PyResult<T> {
    named(name.as_deref().unwrap_or(usual))
}
