//! The state of the page Why: what its link says, and beside that what is open and which unit the threads read.

use swizzle_core::Named;
use swizzle_params::Scalar;
use swizzle_view::link::{WhyScene, WhyShown};
use swizzle_warp::{Form, Preset, Wires};

use crate::kit::Change;

/// A word of the sentence on an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The instruction.
    Instruction,
    /// The formula from a lane to its row and column.
    Formula,
    /// Rows of the matrix.
    Rows,
    /// Columns of the matrix.
    Columns,
    /// Its element type.
    Element,
    /// Its contiguous dimension.
    Major,
    /// The swizzle of the third layout.
    Mode,
}

/// The one thing that is open over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// How a number was measured.
    How(WhyScene),
    /// A word of the sentence.
    Word(Part),
}

/// Everything that can happen on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// A wire is opened or closed.
    Flip(u32),
    /// All wires are opened.
    OpenAll,
    /// The threads read another unit.
    Unit(u32),
    /// Another scene is looked at.
    Scene(WhyScene),
    /// An access that kernels make.
    Try(Preset),
    /// A value of the sentence changes.
    Of(Part, Change),
    /// The formula or a size is written.
    Write(Part, String),
    /// The layout whose addresses are listed, and which is the third one if it has a swizzle.
    Layout(Form),
    /// Something opens; what is open closes.
    Open(Open),
}

/// The state of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Desk {
    /// What its link says.
    pub shown: WhyShown,
    /// What is open.
    pub open: Open,
    /// The unit that the threads read.
    pub unit: u32,
}

impl Desk {
    /// The state after an act.
    pub fn after(&self, act: Act) -> Self {
        let mut next = self.clone();
        let lanes = &mut next.shown.lanes;
        match act {
            Act::Flip(wire) => lanes.wires = lanes.wires.flipped(wire),
            Act::OpenAll => lanes.wires = Wires::OPEN,
            Act::Unit(unit) => next.unit = unit,
            Act::Scene(scene) => next.shown.scene = scene,
            Act::Try(preset) => *lanes = lanes.with_preset(preset),
            Act::Of(part, Change::Open) => return self.after(Act::Open(Open::Word(part))),
            Act::Of(part, Change::To(Some(value)) | Change::Cancel(Some(value))) => {
                next.take(part, value);
            }
            Act::Of(..) => {}
            Act::Write(Part::Rows, text) => lanes.rows = text,
            Act::Write(Part::Columns, text) => lanes.columns = text,
            Act::Write(_, text) => lanes.formula = text,
            Act::Layout(form) => lanes.layout = form,
            Act::Open(open) => {
                next.open = if open == self.open {
                    Open::Nothing
                } else {
                    open
                };
            }
        }
        next
    }

    fn take(&mut self, part: Part, value: Scalar) {
        let lanes = &mut self.shown.lanes;
        match (part, value) {
            (Part::Rows, Scalar::Number(rows)) => lanes.rows = rows.to_string(),
            (Part::Columns, Scalar::Number(columns)) => lanes.columns = columns.to_string(),
            (Part::Instruction, Scalar::Choice(name)) => set(&mut lanes.access, name),
            (Part::Element, Scalar::Choice(name)) => set(&mut lanes.element, name),
            (Part::Major, Scalar::Choice(name)) => set(&mut lanes.major, name),
            (Part::Mode, Scalar::Choice(name)) => {
                let mode = swizzle_core::Swizzle::from_name(name).ok();
                lanes.layout = mode.map_or(lanes.layout, Form::Canonical);
            }
            _ => return,
        }
        // A choice is whole when it is made.
        if matches!(value, Scalar::Choice(_)) {
            self.open = Open::Nothing;
        }
    }

    /// Whether an access is the one of a preset, with nothing changed since.
    pub fn is_preset(&self, preset: Preset) -> bool {
        let lanes = &self.shown.lanes;
        lanes.preset == preset && *lanes == lanes.with_preset(preset)
    }
}

fn set<T: Named>(value: &mut T, name: &str) {
    *value = T::from_name(name).unwrap_or(*value);
}

#[cfg(test)]
mod tests {
    use swizzle_core::{Element, Swizzle};
    use swizzle_view::link::{link_from_why, why_from_link};
    use swizzle_warp::Access;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn desk(link: &str) -> Desk {
        Desk {
            shown: why_from_link(link).shown,
            open: Open::default(),
            unit: 0,
        }
    }

    fn link(desk: &Desk) -> String {
        link_from_why(&desk.shown)
    }

    /// Each act, and the link that it leads to.
    #[test]
    fn acts_are_in_the_link() {
        let after = |from: &str, act: Act| link(&desk(from).after(act));
        assert_eq!(after("#/why", Act::Flip(0)), "#/why?wires=1");
        assert_eq!(
            after("#/memory/lanes?wires=1", Act::Flip(2)),
            "#/why?wires=101"
        );
        assert_eq!(after("#/why?wires=3", Act::OpenAll), "#/why");
        assert_eq!(
            after("#/why?wires=3", Act::Scene(WhyScene::Tma)),
            "#/why?scene=tma&wires=3"
        );
        assert_eq!(
            after("#/why?wires=3", Act::Scene(WhyScene::Access)),
            "#/memory/lanes"
        );
        assert_eq!(
            after("#/memory/lanes", Act::Try(Preset::Transpose)),
            "#/memory/lanes?preset=transpose"
        );
        assert_eq!(
            after("#/memory/lanes", Act::Layout(Form::Padded)),
            "#/memory/lanes?layout=padded"
        );
        let of =
            |part, value: Scalar| after("#/memory/lanes", Act::Of(part, Change::To(Some(value))));
        assert_eq!(of(Part::Rows, 32.into()), "#/memory/lanes?rows=32");
        let back = Act::Of(Part::Rows, Change::Cancel(Some(64.into())));
        assert_eq!(after("#/memory/lanes?rows=9999", back), "#/memory/lanes");
        assert_eq!(
            of(Part::Element, Scalar::Choice("tf32")),
            "#/memory/lanes?element=tf32"
        );
        assert_eq!(
            of(Part::Major, Scalar::Choice("MN")),
            "#/memory/lanes?major=MN"
        );
        assert_eq!(
            of(Part::Instruction, Scalar::Choice("ST32")),
            "#/memory/lanes?op=ST32"
        );
        assert_eq!(
            of(Part::Mode, Scalar::Choice("64B")),
            "#/memory/lanes?layout=64B"
        );
    }

    #[test]
    fn a_written_formula_is_no_preset() {
        let tried = desk("#/memory/lanes?preset=ldmatrix-a");
        assert!(tried.is_preset(Preset::FragmentOfA) && !tried.is_preset(Preset::ColumnByColumn));
        let written = tried.after(Act::Write(Part::Formula, "(lane * 2, 0)".into()));
        assert!(!written.is_preset(Preset::FragmentOfA));
        assert_eq!(written.shown.lanes.access, Access::LoadMatrix4);
        // Type and size are not the access's.
        let typed = tried.after(Act::Of(
            Part::Element,
            Change::To(Some(Scalar::Choice("e4m3"))),
        ));
        assert!(typed.is_preset(Preset::FragmentOfA));
        assert_eq!(typed.shown.lanes.element, Element::E4m3);
    }

    #[test]
    fn what_is_pressed_again_closes() {
        let word = Open::Word(Part::Element);
        let open = desk("#/memory/lanes").after(Act::Of(Part::Element, Change::Open));
        assert_eq!(open.open, word);
        assert_eq!(open.after(Act::Open(word)).open, Open::Nothing);
        let chosen = open.after(Act::Of(
            Part::Mode,
            Change::To(Some(Scalar::Choice("none"))),
        ));
        assert_eq!(
            (chosen.open, chosen.shown.lanes.layout),
            (Open::Nothing, Form::Canonical(Swizzle::None))
        );
    }
}
