//! Tensor memory: an address of it, a `tcgen05.ld`, `st` or `cp`, a scale factor or an element of D in words, the descriptor of a
//! copy of scale factors.

mod moves;

use crate::prelude::*;
use moves::address_of_phrase;
use swizzle_core::hardware::{CtaForm, Named, Use};
use swizzle_tmem::{
    Law, Mark,
    ask::{Asked, Field, Map, What},
    moves::{Load, LoadShape, Multicast, Register, SharedCopy},
    plan::{Cell, What as Region},
    scale::{BLOCK_ROWS, Copies, Order, Pair, ScaleBlocks, ScaleColumns, ScaleSteps, Scaling, padded_rows},
    tensor_memory::ScaleAddress,
};
use swizzle_view::link::{BLOCKS_MAX, ROWS_MAX, ScaleShown};

pub(crate) use moves::{address_label, address_pasted, copy_pasted, read_line};

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

/// Shows the cell at an address, where one is known.
fn show_cell(shown: &mut TensorMemoryShown, address: Option<Address>) {
    if let Some(at) = address {
        (shown.cell.lane, shown.cell.column) = (at.lane(), at.column());
    }
}

/// Reads words that are all of tensor memory; none where one of them is not.
pub(crate) fn read_words(text: &str, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let phrase = Phrase::of(text)?;
    address_of_phrase(&phrase, context).or_else(|| element_of_phrase(&phrase, text, context))
}

// A scale factor or an element of D in words: `SFA ue8m0 128x8 row 37 block 5`, `D 64x128 row 37 col 5`.

fn element_of_phrase(phrase: &Phrase, text: &str, context: &Shown) -> Option<Answer> {
    if phrase.word.is_some() {
        return None;
    }
    let [row, col] = ["row", "col"].map(|name| phrase.number(name));
    let read = match &*phrase.topic {
        // A size or a place: a name alone is none of either.
        "sfa" | "sfb" | "scale" if phrase.extents().is_some() || row.is_some() => {
            let operand = phrase.operand();
            let read = factor(phrase, operand.unwrap_or(Operand::A), context);
            read.map(|mut pasted| {
                let why = "is taken for one of A: write SFB for one of B";
                let doubt = operand.is_none().then(|| notice("scale factor", why));
                pasted.notices.extend(doubt);
                pasted
            })
        }
        "d" if row.and(col).is_some() => element(phrase, context),
        _ => return None,
    };
    Some(read.or_else(|why| refuse(0..text.len(), why.to_string())))
}

fn form(phrase: &Phrase) -> Tried<CtaForm> {
    Ok(CtaForm::of_group(phrase.number("cta_group").unwrap_or(1), phrase.text("ws").is_some())?)
}

/// The scalings that words leave possible: the type of the factors and the kind decide.
fn scalings(phrase: &Phrase) -> Tried<Vec<Scaling>> {
    let all = [(Kind::Mxf8f6f4, 32), (Kind::Mxf4, 32), (Kind::Mxf4nvf4, 16), (Kind::Mxf4nvf4, 32)];
    let is_possible = |(kind, block): &(Kind, u32)| {
        let is_type = match phrase.text("type") {
            // The block sizes of the instruction descriptor: UE4M3 for each 16 elements of K, UE8M0 for each 32.
            Some("ue4m3") => *block == 16,
            Some(_) => *block == 32,
            None => true,
        };
        phrase.text("kind").is_none_or(|own| own == kind.name())
            && phrase.number("vec").is_none_or(|own| own == *block)
            && is_type
    };
    let found: Vec<Scaling> = all
        .iter()
        .filter(|one| is_possible(one))
        .filter_map(|(kind, block)| Scaling::new(*kind, *block).ok())
        .collect();
    if found.is_empty() {
        Err("No kind has such scale factors: mxf8f6f4 and mxf4 have ue8m0 for each 32 elements of K, mxf4nvf4 the same or ue4m3 for each 16".into())
    } else {
        Ok(found)
    }
}

fn factor(phrase: &Phrase, operand: Operand, context: &Shown) -> Tried<Pasted> {
    let (rows, factors) = phrase.extents().unwrap_or_default();
    if rows == 0 || factors == 0 {
        return Err(
            "How many rows, and how many scale factors of each? Such as SFA 128x8 row 37 block 5".into()
        );
    }
    let scalings = scalings(phrase)?;
    let blocks = |order| ScaleBlocks::new(order, rows, factors);
    let (tensor, stage) = (blocks(Order::Tensor)?, blocks(Order::Stage)?);
    let (name, what) = match operand {
        Operand::A => ("SFA", What::Sfa),
        Operand::B => ("SFB", What::Sfb),
    };
    let mut asked = Asked::new(what);
    asked.form = form(phrase)?;
    (asked.m, asked.n) = (phrase.number("m"), phrase.number("n"));
    (asked.rows, asked.blocks) = (Some(padded_rows(rows)), Some(factors));
    // A whole tensor may have more than tensor memory holds.
    let map = match Map::new(&asked) {
        Err(fault) if !matches!(fault.field, Field::Rows | Field::Blocks) => {
            return Err(fault.why.into());
        }
        map => map,
    };
    let mut answer = Told::new(format!("{name} of {rows} × {factors} (rows × factors along K)"));
    let done = |answer: Told, at: Option<(u32, u32)>| {
        let link = page(phrase, operand, (rows, factors), at, &scalings);
        Ok(answer.pasted(SCALE, link, context))
    };
    let order = phrase.text("order").and_then(|name| Order::from_name(name).ok());
    let named = blocks(order.unwrap_or(Order::Tensor))?;
    if let Some(read) = phrase.text("read") {
        let pair = Pair::new(named.order, Order::from_name(read)?, rows, factors)?;
        answer.what += &format!(", {}", pair.text());
        answer.number("wrong", pair.wrong);
        return done(answer, None);
    }
    let (row, factor) = match (phrase.number("row"), phrase.number("col")) {
        (Some(row), Some(factor)) => (row, factor),
        (None, None) => {
            let bytes = named.bytes();
            answer.what += &match named.order {
                Order::Tensor | Order::Stage => {
                    format!(": {bytes} bytes in memory, {} blocks of 512", bytes / 512)
                }
                order => format!(": {bytes} bytes in memory, {}", order.title()),
            };
            answer.number("bytes", bytes);
            answer.text("mark", tensor.law.mark.name());
            return done(answer, None);
        }
        _ => return Err("A scale factor has a row and a block: row 37 block 5".into()),
    };
    let bytes = [&tensor, &stage].map(|blocks| blocks.byte_from_factor(row, factor));
    let [in_tensor, in_stage] = bytes;
    let (in_tensor, in_stage) = (in_tensor?, in_stage?);
    answer.what += &match (order, in_tensor == in_stage) {
        (Some(order @ (Order::Linear | Order::Rows8)), _) => {
            let byte = named.byte_from_factor(row, factor)?;
            format!(", row {row}, block {factor}: byte {byte} in memory, {}", order.title())
        }
        (_, true) => format!(", row {row}, block {factor}: byte {in_tensor} in memory"),
        (Some(Order::Tensor), false) => {
            format!(", row {row}, block {factor}: byte {in_tensor} of a whole tensor")
        }
        (Some(_), false) => {
            format!(", row {row}, block {factor}: byte {in_stage} of a stage")
        }
        (None, false) => format!(
            ", row {row}, block {factor}: byte {in_tensor} of a whole tensor, byte {in_stage} of a stage in shared memory"
        ),
    };
    answer.number("row", row).number("block", factor);
    answer.number("byte_tensor", in_tensor);
    answer.number("byte_stage", in_stage);
    match map {
        Ok(map) => {
            let place = map.place([row, factor]).map_err(|fault| fault.why)?;
            let (lanes, byte, column) = (place.lanes(), place.bit / 8, place.column);
            let all = joined(&lanes, ", ");
            answer.what += &format!("; tensor memory: lanes {all}, column {column}, byte {byte}");
            answer.numbers("lanes", lanes).number("column", column).number("byte", byte);
            answer.law(map.law());
            answer.what += &format!("; {}", steps(operand, [row, factor], (rows, factors), &scalings));
            for doubt in map.doubts([row, factor]) {
                answer.what += &format!("; {doubt}");
            }
        }
        Err(fault) => answer.what += &format!("; tensor memory: {}", fault.why),
    }
    done(answer, Some((row, factor)))
}

/// Names the step that uses a factor, for each possible kind: `mxf8f6f4: K step 5, id 1, operand column 4`. One instruction
/// reads the factors of 128 rows of A, and of all columns of B.
fn steps(
    operand: Operand,
    [row, factor]: [u32; 2],
    (rows, factors): (u32, u32),
    scalings: &[Scaling],
) -> String {
    let columns = ScaleColumns::new(Copies::Four, padded_rows(rows), factors);
    let first_row = match operand {
        Operand::A => row / BLOCK_ROWS * BLOCK_ROWS,
        Operand::B => 0,
    };
    let of = |scaling: &Scaling| {
        let dense = Sparsity::Dense;
        let k = scaling.kind().k(dense);
        let columns = columns.as_ref().ok()?;
        let steps = ScaleSteps::new(*scaling, dense, k, columns).ok()?;
        let step = factor / scaling.per_step();
        let given = steps.step(step).ok()?;
        let first = columns.law.points(&[first_row, 0]).ok()?;
        let (kind, name) = (scaling.kind(), scaling.name());
        Some(format!(
            "{kind} {name}: K step {step}, id {}, operand column {}",
            given.id,
            given.column + first.first()?.column
        ))
    };
    joined(scalings.iter().filter_map(of), "; ")
}

/// The page of a factor, where it has so many.
fn page(
    phrase: &Phrase,
    operand: Operand,
    (rows, factors): (u32, u32),
    at: Option<(u32, u32)>,
    scalings: &[Scaling],
) -> Option<String> {
    if rows > ROWS_MAX || factors > BLOCKS_MAX {
        return None;
    }
    // A kind is named where the words leave one.
    let is_one = phrase.text("kind").is_some() || phrase.text("type") == Some("ue4m3");
    let usual = ScaleShown::default();
    let mut shown = match scalings.first().filter(|_| is_one) {
        Some(scaling) => {
            ScaleShown { vec: scaling.elements(Sparsity::Dense), ..usual.with_kind(scaling.kind()) }
        }
        None => usual,
    };
    (shown.operand, shown.rows, shown.blocks) = (operand, rows, factors);
    if let Some(Ok(order @ (Order::Linear | Order::Rows8))) = phrase.text("order").map(Order::from_name) {
        shown.written = order;
    }
    if phrase.number("cta_group") == Some(2) {
        shown.form = CtaForm::Two;
        shown.m = phrase.number("m").unwrap_or(shown.m);
    }
    if let Some(at) = at {
        (shown.row, shown.block) = at;
    }
    Some(link_from_form(&shown.within()))
}

fn element(phrase: &Phrase, context: &Shown) -> Tried<Pasted> {
    let mut asked = Asked::new(What::D);
    asked.form = form(phrase)?;
    if phrase.text("sparse").is_some() {
        asked.sparsity = Sparsity::Sparse;
    }
    let extents = phrase.extents();
    asked.m = phrase.number("m").or(extents.map(|(m, _)| m));
    asked.n = phrase.number("n").or(extents.map(|(_, n)| n)).filter(|n| *n > 0);
    if asked.m.is_none() {
        return Err("How many rows and columns has D? Such as D 128x256 (70, 33)".into());
    }
    let map = Map::new(&asked).map_err(|fault| fault.why)?;
    let (Some(row), Some(col)) = (phrase.number("row"), phrase.number("col")) else {
        return Err("An element of D has a row and a column: D 128x256 (70, 33)".into());
    };
    let place = map.place([row, col]).map_err(|fault| fault.why)?;
    let cta = match place.ctas[..] {
        [cta] if asked.ctas() == 2 => format!("CTA {cta}, "),
        _ => String::new(),
    };
    let mut answer =
        Told::new(format!("D({row}, {col}) of M = {}: {cta}{}", asked.m.unwrap_or_default(), place.text()));
    for doubt in map.doubts([row, col]) {
        answer.what += &format!("; {doubt}");
    }
    answer.number("row", row).number("col", col);
    answer.numbers("cta", place.ctas.clone()).numbers("lanes", place.lanes());
    answer.number("column", place.column);
    answer.law(map.law());
    let page = memory_page(|shown| {
        *shown = shown.with_kind(Kind::F16).with_form(asked.form);
        let plan = &mut shown.plan;
        plan.mma.m = asked.m.unwrap_or(plan.mma.m);
        (plan.mma.n, plan.mma.k) = (asked.n.unwrap_or(plan.mma.n), 64);
        plan.places = vec![Place::packed(Region::D)];
        shown.cell = Cell { cta: place.first().cta, lane: place.first().lane, column: place.column };
    });
    Ok(answer.pasted(MEMORY, page, context))
}

// Words about tensor memory, the rows of `phrases.txt`; a text with any other word is not such a phrase.

/// A text without line breaks is longer than any such phrase.
const LONGEST: usize = 200;

/// A phrase, taken apart.
#[derive(Default)]
struct Phrase {
    /// Its subject, as the rows name it.
    topic: String,
    /// What else it says.
    said: Vec<(&'static str, String)>,
    /// A number that no word is before, with as many hex digits as it has.
    word: Option<(u64, usize)>,
}

impl Phrase {
    /// Reads a phrase; none where a word of it is of something else.
    fn of(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(any_of(".?;"));
        let is_part = |c: char| is_name(c) || "- \t,:=()[]×".contains(c);
        if text.len() > LONGEST || !text.chars().all(is_part) {
            return None;
        }
        let words = Words::of(&text.replace('×', " x "));
        let (mut phrase, mut bare, mut i) = (Self::default(), Vec::new(), 0);
        while i < words.at.len() {
            i += phrase.take(&words, i, &mut bare)?;
        }
        match <[String; 2]>::try_from(bare) {
            Ok([row, col]) => phrase.put("row", row).and(phrase.put("col", col))?,
            Err(none) => none.is_empty().then_some(())?,
        }
        (!phrase.topic.is_empty()).then_some(phrase)
    }

    /// Whether only the words for its subject are beside a number.
    const fn is_alone(&self) -> bool {
        self.said.is_empty()
    }

    /// What it says of a name.
    fn text(&self, name: &str) -> Option<&str> {
        let said = self.said.iter().find(|(known, _)| *known == name);
        said.map(|(_, value)| &**value)
    }

    fn number(&self, name: &str) -> Option<u32> {
        self.text(name)?.parse().ok()
    }

    /// Rows and columns, 0 where one is not there; none where neither is.
    fn extents(&self) -> Option<(u32, u32)> {
        let [rows, cols] = ["rows", "cols"].map(|name| self.number(name));
        rows.or(cols)?;
        Some((rows.unwrap_or(0), cols.unwrap_or(0)))
    }

    /// The operand whose scale factors it is about, where it is named.
    fn operand(&self) -> Option<Operand> {
        match &*self.topic {
            "sfa" => Some(Operand::A),
            "sfb" => Some(Operand::B),
            _ => None,
        }
    }

    /// Keeps a value: a phrase that says something twice is not read.
    fn put(&mut self, name: &'static str, value: String) -> Option<()> {
        let is_new = self.text(name).is_none();
        is_new.then(|| self.said.push((name, value)))
    }

    /// Keeps rows and columns. Of two such pairs, one is a layout of scale factors: `128x4 scale factors of 256x16`.
    fn put_extents(&mut self, extents: (u32, u32)) -> Option<()> {
        let held = self.number("rows").zip(self.number("cols"));
        let order = |(rows, cols): (u32, u32)| Order::from_word(&format!("{rows}x{cols}"));
        let (extents, order) = match held {
            None => (extents, None),
            Some(held) => match (order(held), order(extents)) {
                (Some(first), _) => (extents, Some(first)),
                (None, Some(second)) => (held, Some(second)),
                (None, None) => return None,
            },
        };
        self.said.retain(|(name, _)| !matches!(*name, "rows" | "cols"));
        if let Some(order) = order {
            self.put("order", order.name().into())?;
        }
        self.put("rows", extents.0.to_string()).and(self.put("cols", extents.1.to_string()))
    }

    /// Takes the next words, and returns how many.
    fn take(&mut self, words: &Words, i: usize, bare: &mut Vec<String>) -> Option<usize> {
        let word = words.lower(i);
        if let Some(digits) = word.strip_prefix("0x") {
            let digits = digits.replace('_', "");
            let raw = u64::from_str_radix(&digits, 16).ok()?;
            return self.word.replace((raw, digits.len())).is_none().then_some(1);
        }
        if Kind::from_name(word).is_ok() {
            self.put("kind", word.into())?;
            return Some(1);
        }
        let extents = extents_at(words, i).filter(|_| words.gap(i).trim() != ",");
        if let Some(((rows, cols), count)) = extents {
            return self.put_extents((rows, cols)).map(|()| count);
        }
        let (end, said) = words.first_saying(i, include_str!("phrases.txt"))?;
        for (name, value) in said {
            match name {
                "topic" if takes_over(&value, &self.topic)? => self.topic = value,
                "topic" => {}
                "bare" => bare.push(value),
                _ => self.put(name, value)?,
            }
        }
        Some(end - i)
    }
}

/// Whether a subject takes the place of the one before it: `SFA in tensor memory`, `cp of scale factors`, `scale factor of SFA`;
/// none where no phrase has both.
fn takes_over(topic: &str, held: &str) -> Option<bool> {
    match (held, topic) {
        ("", _) | ("memory", "d" | "scale" | "sfa" | "sfb") | ("copy" | "scale", "scale" | "sfa" | "sfb") => {
            Some(true)
        }
        ("sfa" | "sfb", "memory" | "copy" | "scale") | ("scale", "memory" | "copy") | ("d", "memory") => {
            Some(false)
        }
        _ => None,
    }
}
