//! The foot: the descriptor in hex, and its 64 bits as fields that open their editors.

use super::*;
use swizzle_core::law::{exact_text, measured_symbolic_text, symbolic_text};
use swizzle_infer::on_other_arch;

/// The name of the descriptor's editor; that of a field has the field's.
const HEX: &str = "hex";

/// Properties of the foot's parts.
#[derive(Properties, PartialEq, Clone)]
pub struct BitsProps {
    /// What is in view.
    pub facts: Shared<Facts>,
    /// What is open.
    pub open: Option<&'static str>,
    /// Another descriptor, from which bits and digits differ, its name, and whether it is the upper one.
    #[prop_or_default]
    pub against: Option<(&'static str, Descriptor, bool)>,
    /// What is over the editor of a field.
    #[prop_or_default]
    pub over: Html,
    /// Takes acts.
    pub on: Callback<Act>,
    /// Called with the field that is pointed at, or none.
    pub on_point: Callback<Option<FieldId>>,
}

impl BitsProps {
    /// The other descriptor, or the one that the first fix makes of the one in view.
    fn other(&self) -> Option<Descriptor> {
        let against = self.against.map(|(_, other, _)| other);
        against.or_else(|| mended(&self.facts))
    }
}

/// The 64 bits: a button for each field that carries a value, dots for the others. Those of another descriptor are over or under
/// them.
#[component]
pub fn Bits(props: &BitsProps) -> Html {
    let facts = &props.facts;
    let Some(held) = facts.descriptor else {
        return p("q", "This instruction has no code for the swizzle.");
    };
    let needs = mended(facts).map_or_else(Vec::new, |fix| needs_from_mended(&facts.looked_at, held, fix));
    let flips = props.other().map_or(0, |other| other.raw() ^ held.raw());
    let rows = match props.against {
        None => vec![held],
        Some((_, other, true)) => vec![other, held],
        Some((_, other, false)) => vec![held, other],
    };
    let readings = readings_from_descriptor(&facts.looked_at, held);
    let others =
        props.against.map(|(name, other, _)| (name, readings_from_descriptor(&facts.looked_at, other)));
    let part = |field: &Field| {
        let of = |reading: &&FieldReading| reading.field.id == field.id;
        let reading = readings.iter().find(of);
        let bit = |at: u8, held: &Descriptor| {
            let (is_set, is_flip) = (held.raw() >> at & 1 == 1, flips >> at & 1 == 1);
            match reading {
                Some(_) => tag("i", classes!(is_set.then_some("on"), is_flip.then_some("flip")), ()),
                None if is_flip => tag("i", "flip", u8::from(is_set)),
                None => bare("i", "·"),
            }
        };
        let row = |held: &Descriptor| span("", (field.low..=field.high()).rev().map(|at| bit(at, held)));
        let bits: Html = rows.iter().map(row).collect();
        let Some(reading) = reading else {
            return span("gap", bits).with("aria-hidden", "true");
        };
        let need = needs.iter().find(|(id, _)| *id == field.id);
        let differs = others.as_ref().and_then(|(name, all)| {
            let other = all.iter().find(of)?;
            (other.raw != reading.raw).then(|| format!("{} in {name}", other.value))
        });
        field_bits(props, held, reading, bits, [need.map(|(_, text)| text.clone()), differs])
    };
    div("bits", Descriptor::fields(held.chip()).iter().rev().map(part))
}

/// The descriptor that the first fix makes of the one in view.
pub fn mended(facts: &Facts) -> Option<Descriptor> {
    let is_own = facts.spec.place() == facts.place();
    let mend = facts.verdict.repairs.first().filter(|_| is_own);
    mend.and_then(|mend| mend.change.given)
}

/// A field by its bits, its name and value; open, its editor above.
fn field_bits(
    props: &BitsProps,
    held: Descriptor,
    reading: &FieldReading,
    bits: Html,
    [needs, differs]: [Option<String>; 2],
) -> Html {
    let BitsProps { open, on, on_point, .. } = props;
    let field = reading.field;
    let is_open = *open == Some(field.name);
    let class = classes!(
        "field-bits",
        tint(field.id),
        (field.width < 5).then_some("narrow"),
        is_open.then_some("is-open"),
        needs.is_some().then_some("is-wrong")
    );
    let is_quiet = reading.effect == Effect::Unused && field.id == FieldId::BaseOffset;
    let note = match needs.or(differs) {
        Some(note) => in_groups(&note),
        None if is_quiet => String::new(),
        None => effect_text(reading.effect).into(),
    };
    let value = in_groups(&reading.value);
    // The words that are seen, in their order.
    let comma = if note.is_empty() { "" } else { ", " };
    let label = format!("{}: {note}{comma}{value}", field.name);
    let onclick = sends(on, Act::Open(field.name));
    let (over, out) = (sends(on_point, Some(field.id)), sends(on_point, None));
    let side = if field.low < 16 { "from-right" } else { "" };
    html! {
        <div class={classes!("field-place", side)} onpointerenter={over} onpointerleave={out}>
            <button type="button" {class} aria-haspopup="dialog" aria-expanded={is_open.to_string()} aria-label={label} {onclick}>
                <span>{ bits }</span>
                <span class="lab">{ field.name }{ " " }<small>{ note }</small>{ " " }<b>{ value }</b></span>
            </button>
            if is_open { { field_pop(props, held, reading) } }
        </div>
    }
}

/// The editor of a field: its value, and below its bits one by one.
fn field_pop(props: &BitsProps, held: Descriptor, reading: &FieldReading) -> Html {
    let (key, row) = field_row(&props.facts, reading);
    let arch = props.facts.spec.reader().arch;
    let on = props.on.reform(move |change| key.act(arch, change));
    let field = reading.field;
    let bit = |at: u8| {
        let is_set = held.raw() >> at & 1 == 1;
        let onclick = sends(&props.on, Act::edit(Edit::Flip(at)));
        press(is_set.then_some("on"), (), onclick)
            .with("aria-label", format!("Bit {at}"))
            .with("title", format!("Bit {at}"))
            .with("aria-pressed", is_set)
    };
    div(
        classes!("pop", "is-above", tint(field.id)),
        (
            props.over.clone(),
            tag("h2", "tinted", &row.label),
            p("", in_groups(&row.about)),
            editor(&row, &on),
            group("bit-row", format!("Bits of {}", field.name), (field.low..=field.high()).rev().map(bit)),
        ),
    )
    .with("role", "dialog")
    .with("aria-label", row.label.clone())
}

/// The descriptor in hex; digits that the fix would change are red. A press edits it.
#[component]
pub fn Hex(props: &BitsProps) -> Html {
    let BitsProps { facts, open, on, .. } = props;
    let Some(held) = facts.descriptor else {
        return Html::default();
    };
    let text = held.to_string();
    let digits = digits(held, props.other());
    let arch = held.arch();
    let sent = on.clone();
    let change = move |event: Event| {
        if let Ok(raw) = raw_from_hex(&browser::typed(&event)) {
            sent.emit(Act::edit(Edit::Descriptor(Some(Descriptor::new(arch, raw)))));
            sent.emit(Act::Of(Action::Settle));
        }
    };
    let editor = (*open == Some(HEX)).then(|| {
        let source = match facts.spec.given() {
            Some(_) => {
                let onclick = sends(on, Act::edit(Edit::Descriptor(None)));
                p("hint", ("from your input · ", plain("", "reset to computed", onclick)))
            }
            None => p("hint", "computed from tile and reader"),
        };
        let content = html! {
            <>
                <h2>{ "Descriptor" }</h2>
                <input class="input m" aria-label="Descriptor in hex" value={text.clone()} onchange={change} spellcheck="false" autocomplete="off" />
                { source }
            </>
        };
        pop("is-above", "Descriptor", content)
    });
    let label = Some(format!("Descriptor {text}: edit"));
    let onclick = sends(on, Act::Open(HEX));
    let copy = html! { <CopyButton {text} what="descriptor" /> };
    let tools = match props.against {
        Some(_) => copy,
        None => span("row s", (copy, copy_as(facts, held, on))),
    };
    div("hex-box field-place", (opener("field-place", "hex", label, digits, editor, onclick), tools))
}

/// A descriptor in hex; digits that another one has otherwise are red.
pub fn digits(held: Descriptor, other: Option<Descriptor>) -> Html {
    let (text, other) = (held.to_string(), other.unwrap_or(held).to_string());
    let digit = |(digit, other): (char, char)| span((digit != other).then_some("bad"), digit);
    text.chars().zip(other.chars()).map(digit).collect()
}

/// The texts that leave the page: spellings of the descriptor, layouts, a check for a build, the link.
fn copy_as(facts: &Shared<Facts>, held: Descriptor, on: &Callback<Act>) -> Html {
    let spec = &facts.spec;
    let others = spec.reader().arch.others().filter_map(|arch| {
        let (here, other) = (spec.descriptor(spec.place()).ok()?, on_other_arch(spec, arch).ok()?);
        let edit = match spec.given() {
            Some(_) => Edit::Descriptor(Some(other)),
            None => Edit::Value(ParamId::Arch, Some(Scalar::Choice(arch.name()))),
        };
        let title = format!("{other}; {}", bits_text(here.raw() ^ other.raw()));
        let onclick = sends(on, Act::edit(edit));
        Some(
            press("", format!("Convert to {}", arch.name()), onclick)
                .with("role", "menuitem")
                .with("title", title),
        )
    });
    let hint = column_note(spec).unwrap_or_else(|| swizzle_sentence(spec.layout().swizzle()));
    let more = html! { <div role="group" aria-label="Instruction">{ for others }</div> };
    let facts = facts.clone();
    html! { <CopyAs texts={move |()| texts(&facts.spec, held)} {more} {hint} /> }
}

fn texts(spec: &Spec, held: Descriptor) -> Vec<Texts> {
    let (tile, extent) = (spec.layout(), spec.extent());
    let forms = CodeForm::ALL.iter();
    let measured = measured_symbolic_text(tile.major(), tile.swizzle());
    let measured = measured.filter(|_| spec.is_read_by_tile(Stride::Lbo));
    let canonical = symbolic_text(tile.major(), tile.swizzle());
    let layouts = [
        Some(("CuTe layout", exact_text(tile, extent))),
        Some(("Canonical form (PTX ISA)", canonical)),
        measured.map(|text| ("Canonical form, as measured", text)),
    ];
    let page = [
        check_command(spec).map(|text| ("Check in a build", text)),
        Some(("Link", browser::address_with(&link_now()))),
    ];
    vec![
        ("Descriptor", forms.map(|form| (form.name(), code_text(held, *form))).collect()),
        ("Layout of the tile", layouts.into_iter().flatten().collect()),
        ("Page", page.into_iter().flatten().collect()),
    ]
}
