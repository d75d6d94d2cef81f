//! tcgen05's instruction descriptor: its 32 bits as fields that open, in hex, and judged against the tile.

use super::*;
use crate::kit;
use swizzle_core::descriptor::InstructionFieldId as Id;
use swizzle_lints::instruction::{InstructionWord, findings_from_word};
use swizzle_parse::{ReadInstruction, instruction_from_text};

/// Properties of [`Idesc`].
#[derive(Properties, PartialEq)]
pub struct IdescProps {
    /// What is built.
    pub facts: Shared<Facts>,
    /// Value that was typed or flipped in the place of the built one.
    pub own: Option<u32>,
    /// What is open.
    pub open: Open,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// The built one, or what was pasted or flipped instead, against the tile.
#[component]
pub fn Idesc(props: &IdescProps) -> Html {
    let IdescProps { facts, own, open, on } = props;
    let (fault, on_fault) = use_value(|| None::<String>);
    let Some(built) = facts.built.idesc().and_then(Result::ok) else {
        return Html::default();
    };
    let kind = built.kind();
    let idesc = InstructionDescriptor::new(kind, own.unwrap_or(built.raw()));
    let onchange = sends_some(on, move |event: Event| {
        let read = instruction_from_text(Some(kind), &browser::typed(&event));
        let raw = read.as_ref().ok().map(|read| read.idesc.raw());
        let unread = |read: ReadInstruction| {
            let unread = read.unread.into_iter().next()?;
            Some(format!("{}: {}", unread.part, unread.why))
        };
        on_fault.emit(read.map_or_else(Some, unread));
        raw.map(|raw| Act::Idesc(Some(raw)))
    });
    let hex = idesc.to_string();
    let mut fields = InstructionDescriptor::fields(kind).to_vec();
    fields.sort_by_key(|field| std::cmp::Reverse(field.low));
    let field = |field: &InstructionField| match field.id {
        Id::Reserved => {
            span("gap", (0..field.width).map(|_| html! { <i>{ "·" }</i> })).with("aria-hidden", "true")
        }
        _ => bits(idesc, *field, *open, on),
    };
    let word = InstructionWord {
        idesc,
        form: Some(facts.built.form),
        spec: Some(facts.spec.clone()),
        of_pair: Some([built.m(), built.n()].map(Some)),
    };
    section(
        "idesc",
        "Instruction descriptor",
        (
            div(
                "foot",
                (
                    div(
                        "hex-box",
                        (
                            span("s q", "Instruction descriptor"),
                            html! { <span class="row"><input class="input m" aria-label="Instruction descriptor in hex" aria-invalid={fault.is_some().then_some("true")} autocomplete="off" spellcheck="false" value={hex.clone()} {onchange} /><CopyButton text={hex} what="the instruction descriptor" class="plain s" />if own.is_some_and(|own| own != built.raw()) { { plain("s", "Back to the built one", sends(on, Act::Idesc(None))) } }</span> },
                            span("s q", format!("kind::{}, {}", kind.name(), instruction_shape_text(idesc))),
                            fault.map(|fault| span("hint is-wrong", fault).with("role", "alert")),
                        ),
                    ),
                    div("bits", fields.iter().map(field)),
                ),
            ),
            faults(&findings_from_word(&word)),
            table(idesc),
        ),
    )
}

/// The bits of a field, its name and value; open, its meaning and its bits one by one.
fn bits(idesc: InstructionDescriptor, field: InstructionField, open: Open, on: &Callback<Act>) -> Html {
    let (name, value) = (field.id.name(), instruction_value_text(idesc, field));
    let is_set = |at: u8| idesc.raw() >> at & 1 == 1;
    let bit = |at: u8| tag("i", is_set(at).then_some("on"), ());
    let is_open = open == Open::Field(field.low);
    let pop = is_open.then(|| {
        let flip = |at: u8| {
            let label = format!("Instruction bit {at}: {}", u8::from(is_set(at)));
            let onclick = sends(on, Act::Idesc(Some(idesc.raw() ^ 1 << at)));
            press(is_set(at).then_some("on"), (), onclick)
                .with("aria-label", label)
                .with("aria-pressed", is_set(at))
        };
        div(
            classes!("pop", "is-above", tint(field.id)),
            (
                tag("h2", "tinted", name),
                p("", format!("{}. Bits {}.", field.id.meaning(), field.bits_text())),
                group("bit-row", format!("Bits of {name}"), (field.low..=field.high()).rev().map(flip)),
            ),
        )
        .with("role", "dialog")
        .with("aria-label", name)
    });
    let side = if field.low < 12 { "from-right" } else { "" };
    let class = classes!(
        "field-bits",
        tint(field.id),
        (field.width < 5).then_some("narrow"),
        is_open.then_some("is-open")
    );
    div(
        classes!("field-place", side),
        (
            press(
                class,
                (
                    span("", (field.low..=field.high()).rev().map(bit)),
                    (field.width >= 3).then(|| span("lab", (name, " ", bare("b", value.clone())))),
                ),
                sends(on, Act::Open(Open::Field(field.low))),
            )
            .with("title", format!("{name}: {value}"))
            .with("aria-haspopup", "dialog")
            .with("aria-expanded", is_open)
            .with("aria-label", format!("{name}: {value}")),
            pop,
        ),
    )
}

/// The colour of a field: those of the matrix descriptor's, one for what belongs together.
const fn tint(id: Id) -> &'static str {
    match id {
        Id::M => "tint-start",
        Id::N => "tint-sbo",
        Id::A => "tint-lbo",
        Id::B => "tint-swizzle",
        Id::D => "tint-mode",
        Id::TransposeA | Id::TransposeB => "tint-base",
        _ => "tint-fixed",
    }
}

/// All fields, with what each means, and the kinds for which the same bits are valid.
fn table(idesc: InstructionDescriptor) -> Html {
    let others: Vec<&str> = kinds_of_instruction(idesc.raw())
        .into_iter()
        .filter(|other| *other != idesc.kind())
        .map(|kind| kind.name())
        .collect();
    let row = |field: &InstructionField| {
        let (value, meaning) = (instruction_value_text(idesc, *field), field.id.meaning().into());
        tr(field.id.name(), [field.bits_text(), idesc.bits_of(*field).to_string(), value, meaning])
    };
    let name = "Fields of the instruction descriptor";
    let fields = InstructionDescriptor::fields(idesc.kind()).iter().map(row);
    let table = kit::table(name, ["Field", "Bits", "Raw", "Value", "Meaning"], fields);
    let others = (!others.is_empty())
        .then(|| format!("The same 32 bits are also valid with kind::{}.", others.join(", kind::")));
    folded(name, in_turn((table, others.map(|others| p("hint", others)))))
}

/// What is wrong with an instruction.
pub fn faults(all: &[Finding<InstructionDescriptor>]) -> Html {
    let fault = |finding: &Finding<InstructionDescriptor>| {
        let repaired = finding.corrected().map(|corrected| p("b", format!("Repaired: {corrected}.")));
        card(finding, finding.severity, several(repaired), "")
    };
    if all.is_empty() {
        Html::default()
    } else {
        tag("ul", "stack build-faults", all.iter().map(fault))
            .with("aria-label", "What is wrong with the instruction")
    }
}
