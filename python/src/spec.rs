//! A tile, its reader and, where one was given, a descriptor.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use swizzle_code::build::best_swizzle;
use swizzle_code::raw_from_hex;
use swizzle_core::law::exact_text;
use swizzle_core::reader::Place;
use swizzle_core::{Coord, Descriptor, Extent, Layout, Named as _, NoSwizzleCode, Said, SaidTile, Spec};
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Palette, Theme};
use swizzle_infer::spec_from_said;
use swizzle_params::SpecError;
use swizzle_params::{Kind, PARAMS, ParamId, Scalar, param_of_key};
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_report::Answer;
use swizzle_report::descriptors::{FIELDS, report_json};
use swizzle_report::held::{Held, Line};
use swizzle_text::vocabulary::name_among;
use swizzle_view::{Export, Format, Shown, export_from_shown, link_from_shown};

use crate::{SwizzleError, json, named, refused};

/// A tile with its reader; what was not specified is inferred.
#[pyclass(frozen, module = "swizzle_atlas._native", name = "Spec")]
pub(crate) struct PySpec(pub(crate) Spec);

#[pymethods]
impl PySpec {
    /// Creates a spec from values by their names, and the 64 bits of a descriptor or its hex digits.
    #[new]
    #[pyo3(signature = (values, descriptor=None))]
    fn new(values: &Bound<'_, PyDict>, descriptor: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut said = said(values)?;
        if let Some(given) = descriptor {
            let raw = raw(given)?;
            let of = |arch| Descriptor::new(arch, raw);
            said = said.with_given(said.arch().map_or(Descriptor::guessed(raw), of));
            // A descriptor says where it starts.
            if !values.contains("start")? {
                said.tile.start_bytes = None;
            }
        } else if said.tile.start_bytes.is_none() {
            said.tile.start_bytes = Some(0);
        }
        if is_best(values)? {
            let spec = spec_from_said(&said).map_err(out_of_range)?;
            said.tile.swizzle = Some(best_swizzle(&spec).swizzle);
        }
        spec_from_said(&said).map(Self).map_err(out_of_range)
    }

    /// The report that `decode --json` and `check --json` print.
    fn report(&self) -> PyResult<String> {
        json(&Answer::new(report_json(&[Line::of(self.0.clone())], self.0.said(), &[])))
    }

    /// Compares descriptors with the tile: that report, what is wrong with the sequence as a whole, and the exit code.
    fn check(
        &self,
        descriptors: Vec<Bound<'_, PyAny>>,
        is_sequence: bool,
    ) -> PyResult<(String, Option<String>, u8)> {
        let (arch, chip) = (self.0.reader().arch, self.0.reader().chip);
        let given = descriptors.iter().map(|one| Ok(Descriptor::new(arch, raw(one)?).on(chip)));
        let given = given.collect::<PyResult<Vec<_>>>()?;
        let Some(first) = given.first() else {
            return Err(SwizzleError::new_err("no descriptor was given"));
        };
        let said = Said { given: Some(*first), ..*self.0.said() };
        let held = Held::of(&said, &given, is_sequence).map_err(out_of_range)?;
        let report = json(&Answer::new(report_json(&held.lines, &said, &[])))?;
        let code = held.code();
        Ok((report, held.fault, code))
    }

    /// MN and K of the tile.
    fn extent(&self) -> (u32, u32) {
        let Extent { mn, k } = self.0.extent();
        (mn, k)
    }

    /// MN and K of one read.
    fn read_extent(&self) -> (u32, u32) {
        let Extent { mn, k } = self.0.read_extent();
        (mn, k)
    }

    /// The layout of the tile in elements, as CuTe writes it.
    fn layout(&self) -> String {
        exact_text(self.0.layout(), self.0.extent())
    }

    /// Bits from one element of a unit to the next.
    fn element_bits(&self) -> u32 {
        self.0.layout().element().pitch_bits()
    }

    /// Bytes from the first atom through the last.
    fn span_bytes(&self) -> u64 {
        self.0.span_bytes()
    }

    /// Byte of every element of the tile, or of what the descriptor reads: 32-bit integers, MN outer, K inner.
    fn byte_table<'py>(&self, py: Python<'py>, is_of_read: bool) -> PyResult<Bound<'py, PyByteArray>> {
        let (layout, extent) = self.held(is_of_read);
        let table = py.detach(|| layout.byte_table(extent));
        integers(py, &table)
    }

    /// First bit of every element in its byte, in the same order.
    fn bit_table<'py>(&self, py: Python<'py>, is_of_read: bool) -> PyResult<Bound<'py, PyByteArray>> {
        let (layout, extent) = self.held(is_of_read);
        PyByteArray::new_with(py, extent.mn as usize * extent.k as usize, |bits| {
            let coords = (0..extent.mn).flat_map(|mn| (0..extent.k).map(move |k| Coord { mn, k }));
            for (bit, coord) in bits.iter_mut().zip(coords) {
                *bit = layout.byte_from_element(coord).bit as u8;
            }
            Ok(())
        })
    }

    /// The elements of the tile that have a bit in a byte.
    fn elements_from_byte(&self, byte: u32) -> Vec<(u32, u32)> {
        let found = self.0.layout().elements_from_byte(byte, self.0.extent());
        found.into_iter().map(|at| (at.mn, at.k)).collect()
    }

    /// The descriptors of the first stage, each with its block and its step along K.
    fn descriptors(&self) -> PyResult<Vec<(u32, u32, u64)>> {
        let one = |at: Place| {
            let descriptor = self.0.derived_descriptor(at)?;
            Ok::<_, NoSwizzleCode>((at.block, at.step, descriptor.raw()))
        };
        let all = self.0.places().map(one);
        all.collect::<Result<Vec<_>, _>>().map_err(refused)
    }

    /// A view of the tile as SVG.
    fn svg(&self, view: &str, is_dark: bool) -> PyResult<String> {
        let kind = PaneKind::from_name(view).map_err(refused)?;
        let theme = if is_dark { Theme::Dark } else { Theme::Light };
        svg(&Shown::of(self.0.said()), kind, theme)
    }

    /// The part of the page's address that shows it.
    fn link(&self) -> String {
        link_from_shown(&Shown::of(self.0.said()))
    }

    /// The given descriptor with a field of bits set.
    fn with_field(&self, name: &str, value: u64) -> PyResult<u64> {
        let field = FIELDS.iter().find(|(_, key)| *key == name);
        let (field, _) = field.ok_or_else(|| {
            let names: Vec<&str> = FIELDS.iter().map(|(_, key)| *key).collect();
            SwizzleError::new_err(format!("field {name} is unknown: one of {}", names.join(", ")))
        })?;
        let given = self.0.given();
        let given = given.ok_or_else(|| SwizzleError::new_err("there is no descriptor"))?;
        let of = |value| given.with(*field, value);
        if of(value).get(*field) == value {
            Ok(of(value).raw())
        } else {
            Err(refused(format!("{name} {value}: must be 0 to {}", of(u64::MAX).get(*field))))
        }
    }
}

/// The parameters that a layout of CuTe specifies, by their names.
#[pyfunction]
pub(crate) fn values_from_cute<'py>(
    py: Python<'py>,
    text: &str,
    element: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut context = Shown::default();
    context.said.tile.element = element.map(named).transpose()?;
    let pasted = shown_from_paste(text, &PasteChoice::default(), &context)
        .map_err(|why| refused(format!("not a layout of a tile: {why}")))?;
    let said = &pasted.shown.said;
    if said.given.is_some() || pasted.goes_to.is_some() || pasted.is_partly_read() {
        return Err(refused(format!("not a layout of a tile: {}", pasted.what)));
    }
    let values = PyDict::new(py);
    for param in PARAMS {
        match param.get(said) {
            Some(Scalar::Number(number)) => values.set_item(param.key, number)?,
            Some(value) => values.set_item(param.key, value.to_string())?,
            None => {}
        }
    }
    Ok(values)
}

/// A view as SVG.
pub(crate) fn svg(shown: &Shown, kind: PaneKind, theme: Theme) -> PyResult<String> {
    let export = Export { kind, format: Format::Svg, palette: Palette::Isa, theme, base: None };
    export_from_shown(shown, &export).map_err(refused)
}

impl PySpec {
    fn held(&self, is_of_read: bool) -> (Layout, Extent) {
        if is_of_read {
            (self.0.read(self.0.place()), self.0.read_extent())
        } else {
            (*self.0.layout(), self.0.extent())
        }
    }
}

/// 32-bit integers in this machine's order of bytes.
pub(crate) fn integers<'py>(py: Python<'py>, table: &[u32]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, table.len() * 4, |bytes| {
        for (four, value) in bytes.chunks_exact_mut(4).zip(table) {
            four.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    })
}

const BEST: &str = "best";

fn is_best(values: &Bound<'_, PyDict>) -> PyResult<bool> {
    let swizzle = values.get_item(ParamId::Swizzle.param().key)?;
    let named = swizzle.and_then(|name| name.extract::<String>().ok());
    Ok(named.is_some_and(|name| name.eq_ignore_ascii_case(BEST)))
}

/// Returns the values that are specified.
fn said(values: &Bound<'_, PyDict>) -> PyResult<Said> {
    let mut said = Said { tile: SaidTile::default(), ..Said::default() };
    let is_best = is_best(values)?;
    for (key, value) in values {
        let key: String = key.extract()?;
        let param = param_of_key(&key)
            .ok_or_else(|| PyTypeError::new_err(format!("{key} is not a parameter of a tile")))?;
        let scalar = match &param.kind {
            Kind::Number { .. } => Scalar::Number(number(&key, &value)?),
            Kind::Choice(_) if param.id == ParamId::Swizzle && is_best => continue,
            Kind::Choice(choices) => {
                let names: Vec<&str> = choices.names().collect();
                let chosen = |name: &str| choices.named(name_among(&names, name));
                chosen(&value.extract::<String>()?).map_err(refused)?
            }
        };
        said = swizzle_params::with_value(said, param.id, Some(scalar));
    }
    swizzle_params::check(&said).map_err(out_of_range)?;
    Ok(said)
}

/// An integer from 0 to 2^32 - 1.
pub(crate) fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    let kind = value.get_type().name()?;
    value.extract::<u32>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) {
            PyTypeError::new_err(format!("{name}: expected int, got {kind}"))
        } else {
            SwizzleError::new_err(format!("{name} {value}: must be 0 to {}", u32::MAX))
        }
    })
}

/// The 64 bits of a descriptor: an integer, or hex digits.
fn raw(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(text) = given.extract::<String>() {
        return raw_from_hex(&text).map_err(SwizzleError::new_err);
    }
    given.extract::<u64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(given.py()) {
            error
        } else {
            SwizzleError::new_err(format!("{given} is not a number of 64 bits"))
        }
    })
}

/// Reports a value out of range, in the program's words for an option.
fn out_of_range(error: SpecError) -> PyErr {
    SwizzleError::new_err(format!("{} {}: {}", error.name, error.value, error.rule))
}
