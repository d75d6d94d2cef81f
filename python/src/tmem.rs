//! The places of elements in Blackwell's tensor memory.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use swizzle_core::Named as _;
use swizzle_core::hardware::CtaForm;
use swizzle_draw::{Palette, Theme, lanes_svg};
use swizzle_tmem::Point;
use swizzle_tmem::ask::{Asked, Fault, Field, Map, What};
use swizzle_tmem::moves::Multicast;

use crate::spec::number;
use crate::{SwizzleError, named, refused};

/// A map of tensor memory.
#[pyclass(frozen, module = "swizzle_atlas._native")]
pub(crate) struct TensorMemory(Map);

#[pymethods]
impl TensorMemory {
    /// Creates a map from its subject, and the values that decide it, by the names of the program's columns.
    #[new]
    fn new(what: &str, values: &Bound<'_, PyDict>) -> PyResult<Self> {
        let what: What = named(what)?;
        let asked = asked(what, values)?;
        Map::new(&asked).map(Self).map_err(fault)
    }

    /// The names of an element's two numbers.
    fn fields(&self) -> (&'static str, &'static str) {
        let [first, second] = self.0.asked.what.fields();
        (first.name(), second.name())
    }

    /// CTAs, lanes, column and first bit of an element.
    fn place(&self, first: u32, second: u32) -> PyResult<(Vec<u32>, Vec<u32>, u32, u32)> {
        let place = self.0.place([first, second]).map_err(fault)?;
        Ok((place.ctas.clone(), place.lanes(), place.column, place.bit))
    }

    /// The elements at a place.
    fn element(&self, cta: u32, lane: u32, column: u32, bit: u32) -> PyResult<Vec<(u32, u32)>> {
        let cell = Point { cta, lane, column, bit, ..Point::default() };
        let found = self.0.element(cell).map_err(fault)?;
        Ok(found.into_iter().map(|[first, second]| (first, second)).collect())
    }

    /// Returns the source of the map, and how well it is attested.
    fn source(&self) -> (&'static str, &'static str) {
        (self.0.law().source, self.0.law().mark.text())
    }

    /// Lanes and columns, coloured by the rows that they hold.
    fn svg(&self, is_dark: bool) -> String {
        let theme = if is_dark { Theme::Dark } else { Theme::Light };
        lanes_svg(&self.0, Palette::Isa, theme)
    }

    /// Returns the unsettled points about an element's place.
    fn doubts(&self, first: u32, second: u32) -> Vec<String> {
        self.0.doubts([first, second])
    }
}

fn fault(fault: Fault) -> PyErr {
    SwizzleError::new_err(fault.why)
}

fn asked(what: What, values: &Bound<'_, PyDict>) -> PyResult<Asked> {
    let mut asked = Asked::new(what);
    let mut group = 1;
    let mut is_ws = false;
    for (key, value) in values {
        let name: String = key.extract()?;
        let field: Field = named(&name)?;
        let count = || number(&name, &value);
        let word = || value.extract::<String>();
        match field {
            Field::Kind => asked.kind = Some(named(&word()?)?),
            Field::CtaGroup => group = count()?,
            Field::M => asked.m = Some(count()?),
            Field::N => asked.n = Some(count()?),
            Field::Ws => is_ws = value.extract()?,
            Field::Sparsity => asked.sparsity = named(&word()?)?,
            Field::Vec => asked.vec = Some(count()?),
            Field::Shape => match what {
                What::Cp => asked.copy = Some(named(&word()?)?),
                _ => asked.load = Some(named(&word()?)?),
            },
            Field::Multicast => {
                asked.multicast = Some(Multicast::from_ptx(&word()?).map_err(refused)?);
            }
            Field::Num => asked.num = Some(count()?),
            Field::Pack => asked.is_packed = value.extract()?,
            Field::Split => asked.split = Some(count()?),
            Field::Rows => asked.rows = Some(count()?),
            Field::Blocks => asked.blocks = Some(count()?),
            Field::Alignment => asked.alignment = named(&word()?)?,
            Field::Reading => asked.reading = Some(named(&word()?)?),
            Field::Major
            | Field::Row
            | Field::Col
            | Field::Thread
            | Field::Register
            | Field::Cta
            | Field::Lane
            | Field::Column
            | Field::Bit => {
                let why = format!("{name} decides no map of tensor memory");
                return Err(SwizzleError::new_err(why));
            }
        }
    }
    asked.form = CtaForm::of_group(group, is_ws).map_err(refused)?;
    Ok(asked)
}
