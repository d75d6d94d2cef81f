//! Tensor memory: an address of it, a `tcgen05.ld`, `st` or `cp`, a scale factor or an element of D in words, the descriptor of a
//! copy of scale factors.

mod element;
mod moves;

use crate::prelude::*;
use element::{Phrase, element_of_phrase};
use moves::address_of_phrase;
use swizzle_core::hardware::{CtaForm, Named, Use};
use swizzle_tmem::{
    Law, Mark,
    ask::{Asked, Field, Map},
    moves::{Load, LoadShape, Multicast, Register, SharedCopy},
    plan::{Cell, What as Region},
    scale::{BLOCK_ROWS, Copies, Order, Pair, ScaleBlocks, ScaleColumns, ScaleSteps, Scaling, padded_rows},
    tensor_memory::ScaleAddress,
};
use swizzle_view::link::{BLOCKS_MAX, ROWS_MAX, ScaleShown};

pub(crate) use moves::{address_label, address_pasted, copy_pasted, read_line, taken_lines};

/// A result, or why there is none.
type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// Collects an answer.
struct Told {
    what: String,
    facts: Vec<(&'static str, FactValue)>,
}

impl Told {
    fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), facts: Vec::new() }
    }

    fn number(&mut self, name: &'static str, number: u32) -> &mut Self {
        self.facts.push((name, FactValue::Number(number)));
        self
    }

    fn numbers(&mut self, name: &'static str, numbers: Vec<u32>) -> &mut Self {
        self.facts.push((name, FactValue::Numbers(numbers)));
        self
    }

    fn text(&mut self, name: &'static str, text: impl Into<String>) -> &mut Self {
        self.facts.push((name, FactValue::Text(text.into())));
        self
    }

    fn at(&mut self, at: Address) -> &mut Self {
        self.number("lane", at.lane()).number("column", at.column())
    }

    fn law(&mut self, law: &Law) -> &mut Self {
        self.text("mark", law.mark.name()).text("source", law.source)
    }

    fn pasted(self, page: &'static str, link: Option<String>, context: &Shown) -> Pasted {
        Pasted {
            is_answer: true,
            goes_to: Some(Destination::TensorMemory(Box::new(InTensorMemory {
                page,
                link,
                facts: self.facts,
            }))),
            ..Pasted::of(self.what, *context)
        }
    }
}

/// The page of tensor memory, as a button names it.
const MEMORY: &str = "Tensor memory";
/// The page of scale factors.
const SCALE: &str = "Scale factors";

/// The page of tensor memory with a change of what a fresh one shows.
fn memory_page(change: impl FnOnce(&mut TensorMemoryShown)) -> Option<String> {
    let mut shown = TensorMemoryShown::default();
    change(&mut shown);
    Some(link_from_form(&shown))
}

/// The same, of a cell.
fn cell_page(address: Option<Address>) -> impl FnOnce(&mut TensorMemoryShown) {
    move |shown| {
        if let Some(at) = address {
            (shown.cell.lane, shown.cell.column) = (at.lane(), at.column());
        }
    }
}

/// Reads words that are all of tensor memory; none where one of them is not.
pub(crate) fn read_words(text: &str, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let phrase = Phrase::of(text)?;
    address_of_phrase(&phrase, context).or_else(|| element_of_phrase(&phrase, text, context))
}
