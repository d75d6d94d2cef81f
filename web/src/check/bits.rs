//! The foot: the descriptor in hex, and its 64 bits as fields that open their editors.

use swizzle_code::{CodeForm, check_command, code_text, raw_from_hex};
use swizzle_core::law::{exact_text, measured_symbolic_text, symbolic_text};
use swizzle_core::{Descriptor, Field, FieldId, Named as _, Spec, Stride};
use swizzle_infer::on_other_arch;
use swizzle_params::{ParamId, Scalar};
use swizzle_text::{
    Effect, FieldReading, bits_text, column_note, needs_from_mended, readings_from_descriptor,
    swizzle_sentence,
};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::facts::Facts;
use super::state::{Act, Open};
use super::table::{effect_text, field_row};
use crate::browser;
use crate::hooks::link_now;
use crate::kit::{CopyButton, Shared, editor, in_groups, maybe, move_in_menu, p, sends, tint};
use crate::state::{Action, Edit};

/// Properties of the foot's parts.
#[derive(Properties, PartialEq)]
pub struct BitsProps {
    /// What is in view.
    pub facts: Shared<Facts>,
    /// What is open.
    pub open: Open,
    /// Another descriptor, from which bits and digits differ, and its name.
    #[prop_or_default]
    pub against: Option<(&'static str, Descriptor)>,
    /// Takes acts.
    pub on: Callback<Act>,
    /// Called with the field that is pointed at, or none.
    pub on_point: Callback<Option<FieldId>>,
}

/// The 64 bits: a button for each field that carries a value, dots for the others.
#[component]
pub fn Bits(props: &BitsProps) -> Html {
    let facts = &props.facts;
    let Some(held) = facts.descriptor else {
        return p("q", "This instruction has no code for the swizzle.");
    };
    let fix = mended(facts);
    let needs = fix.map_or_else(Vec::new, |fix| {
        needs_from_mended(&facts.looked_at, held, fix)
    });
    let against = props
        .against
        .map(|(name, other)| (name, readings_from_descriptor(&facts.looked_at, other)));
    let other = props.against.map(|(_, other)| other).or(fix);
    let flips = other.map_or(0, |other| other.raw() ^ held.raw());
    let readings = readings_from_descriptor(&facts.looked_at, held);
    let part = |field: &Field| match readings.iter().find(|reading| reading.field.id == field.id) {
        Some(reading) => {
            let needs = needs
                .iter()
                .find(|(id, _)| *id == field.id)
                .map(|(_, text)| text.clone());
            let differs = against.as_ref().and_then(|(name, all)| {
                let other = all
                    .iter()
                    .find(|other| other.field.id == reading.field.id)?;
                (other.raw != reading.raw).then(|| format!("{} in {name}", other.value))
            });
            field_bits(props, held, reading, [needs, differs], flips)
        }
        None => {
            let bit = |at: u8| match flips >> at & 1 {
                1 => html! { <i class="flip">{ held.raw() >> at & 1 }</i> },
                _ => html! { <i>{ "·" }</i> },
            };
            html! { <span class="gap" aria-hidden="true">{ for (field.low..=field.high()).rev().map(bit) }</span> }
        }
    };
    html! { <div class="bits">{ for Descriptor::fields(held.chip()).iter().rev().map(part) }</div> }
}

/// The descriptor that the first fix makes of the one in view.
fn mended(facts: &Facts) -> Option<Descriptor> {
    let is_own = facts.spec.place() == facts.place();
    facts
        .verdict
        .repairs
        .first()
        .filter(|_| is_own)
        .and_then(|mend| mend.change.given)
}

/// The bits of a field, its name and value; open, its editor above.
fn field_bits(
    props: &BitsProps,
    held: Descriptor,
    reading: &FieldReading,
    [needs, differs]: [Option<String>; 2],
    flips: u64,
) -> Html {
    let BitsProps {
        open, on, on_point, ..
    } = props;
    let field = reading.field;
    let is_open = *open == Open::Field(field.id);
    let bit = |at: u8| {
        let is_set = reading.raw >> (at - field.low) & 1 == 1;
        let class = classes!(
            is_set.then_some("on"),
            (flips >> at & 1 == 1).then_some("flip")
        );
        html! { <i {class}></i> }
    };
    let class = classes!(
        "field-bits",
        tint(field.id),
        (field.width < 5).then_some("narrow"),
        is_open.then_some("is-open"),
        needs.is_some().then_some("is-wrong")
    );
    let is_quiet = reading.effect == Effect::Unused && field.id == FieldId::BaseOffset;
    let note = match needs.or(differs) {
        Some(note) => note,
        None if is_quiet => String::new(),
        None => effect_text(reading.effect).into(),
    };
    // The words that are seen, in their order.
    let label = match note.as_str() {
        "" => format!("{}: {}", field.name, in_groups(&reading.value)),
        note => format!(
            "{}: {}, {}",
            field.name,
            in_groups(note),
            in_groups(&reading.value)
        ),
    };
    let onclick = sends(on, Act::Open(Open::Field(field.id)));
    let (over, out) = (sends(on_point, Some(field.id)), sends(on_point, None));
    let side = if field.low < 16 { "from-right" } else { "" };
    html! {
        <div class={classes!("field-place", side)} onpointerenter={over} onpointerleave={out}>
            <button type="button" {class} aria-haspopup="dialog" aria-expanded={is_open.to_string()} aria-label={label} {onclick}>
                <span>{ for (field.low..=field.high()).rev().map(bit) }</span>
                <span class="lab">{ field.name }{ " " }<small>{ in_groups(&note) }</small>{ " " }<b>{ in_groups(&reading.value) }</b></span>
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
        html! { <button type="button" class={classes!(is_set.then_some("on"))} aria-label={format!("Bit {at}")} title={format!("Bit {at}")} aria-pressed={is_set.to_string()} {onclick}></button> }
    };
    html! {
        <div class={classes!("pop", "is-above", tint(field.id))} role="dialog" aria-label={row.label.clone()}>
            <h2 class="tinted">{ &row.label }</h2>
            <p>{ in_groups(&row.about) }</p>
            { editor(&row, &on) }
            <div class="bit-row" role="group" aria-label={format!("Bits of {}", field.name)}>{ for (field.low..=field.high()).rev().map(bit) }</div>
        </div>
    }
}

/// The descriptor in hex; digits that the fix would change are red. A press edits it.
#[component]
pub fn Hex(props: &BitsProps) -> Html {
    let BitsProps {
        facts, open, on, ..
    } = props;
    let Some(held) = facts.descriptor else {
        return Html::default();
    };
    let text = held.to_string();
    let other = props.against.map(|(_, other)| other);
    let other = other.or_else(|| mended(facts));
    let digits = digits(held, other);
    let is_open = *open == Open::Hex;
    let (is_given, arch) = (facts.spec.given().is_some(), held.arch());
    let change = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let typed = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Ok(raw) = raw_from_hex(&typed) {
                on.emit(Act::edit(Edit::Descriptor(Some(Descriptor::new(
                    arch, raw,
                )))));
                on.emit(Act::Of(Action::Settle));
            }
        })
    };
    let editor = is_open.then(|| {
        let reset = is_given.then(|| {
            let onclick = sends(on, Act::edit(Edit::Descriptor(None)));
            html! { <p class="hint">{ "from your input · " }<button type="button" class="plain" {onclick}>{ "reset to computed" }</button></p> }
        });
        html! {
            <div class="pop is-above" role="dialog" aria-label="Descriptor">
                <h2>{ "Descriptor" }</h2>
                <input class="input m" aria-label="Descriptor in hex" value={text.clone()} onchange={change} spellcheck="false" autocomplete="off" />
                { for reset.or_else(|| Some(p("hint", "computed from tile and reader"))) }
            </div>
        }
    });
    html! {
        <div class="hex-box field-place">
            <button type="button" class="hex" aria-label={format!("Descriptor {text}: edit")} aria-haspopup="dialog" aria-expanded={is_open.to_string()} onclick={sends(on, Act::Open(Open::Hex))}>{ digits }</button>
            { maybe(editor) }
            <span class="row s"><CopyButton text={text.clone()} what="descriptor" /><CopyAs ..props.clone() /></span>
        </div>
    }
}

/// A descriptor in hex; digits that another one has otherwise are red.
pub fn digits(held: Descriptor, other: Option<Descriptor>) -> Html {
    let (text, other) = (held.to_string(), other.unwrap_or(held).to_string());
    let digit = |(digit, other): (char, char)| html! { <span class={classes!((digit != other).then_some("bad"))}>{ digit }</span> };
    text.chars().zip(other.chars()).map(digit).collect()
}

impl Clone for BitsProps {
    fn clone(&self) -> Self {
        Self {
            facts: self.facts.clone(),
            open: self.open,
            against: self.against,
            on: self.on.clone(),
            on_point: self.on_point.clone(),
        }
    }
}

/// The texts that leave the page: spellings of the descriptor, layouts, a check for a build, the link.
#[component]
fn CopyAs(props: &BitsProps) -> Html {
    let BitsProps {
        facts, open, on, ..
    } = props;
    let copied = use_state_eq(|| None::<&'static str>);
    let Some(held) = facts.descriptor else {
        return Html::default();
    };
    let (spec, is_open) = (&facts.spec, *open == Open::Copy);
    let item = |(name, text): (&'static str, String)| {
        let (copied, title) = (copied.setter(), text.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            browser::copy(&text, move |is_copied| {
                copied.set(Some(if is_copied { name } else { "" }))
            });
        });
        html! { <button type="button" role="menuitem" {title} {onclick}>{ name }</button> }
    };
    let list = is_open.then(|| {
        let (tile, extent) = (spec.layout(), spec.extent());
        let forms = CodeForm::ALL.iter().map(|form| (form.name(), code_text(held, *form)));
        let measured = measured_symbolic_text(tile.major(), tile.swizzle()).filter(|_| spec.is_read_by_tile(Stride::Lbo));
        let layouts = [
            Some(("CuTe layout", exact_text(tile, extent))),
            Some(("Canonical form (PTX ISA)", symbolic_text(tile.major(), tile.swizzle()))),
            measured.map(|text| ("Canonical form, as measured", text)),
            check_command(spec).map(|text| ("Check in a build", text)),
            Some(("Link", browser::address_with(&link_now()))),
        ];
        let others = spec.reader().arch.others().filter_map(|arch| {
            let other = on_other_arch(spec, arch).ok()?;
            let edit = match spec.given() {
                Some(_) => Edit::Descriptor(Some(other.descriptor)),
                None => Edit::Value(ParamId::Arch, Some(Scalar::Choice(arch.name()))),
            };
            let title = format!("{}; {}", other.descriptor, bits_text(other.differing_bits));
            let onclick = sends(on, Act::edit(edit));
            Some(html! { <button type="button" role="menuitem" {title} {onclick}>{ format!("Convert to {}", arch.name()) }</button> })
        });
        html! {
            <div class="pop is-above menu-list">
                <div role="menu" aria-label="Copy as" onkeydown={Callback::from(move_in_menu)}>
                    { for forms.chain(layouts.into_iter().flatten()).map(item) }
                    { for others }
                </div>
                <p class="hint" aria-live="polite">{ said(*copied, spec) }</p>
            </div>
        }
    });
    html! {
        <span class="field-place">
            <button type="button" class="plain" aria-haspopup="menu" aria-expanded={is_open.to_string()} onclick={sends(on, Act::Open(Open::Copy))}>{ "Copy as ▾" }</button>
            { maybe(list) }
        </span>
    }
}

/// What was copied; before, what the layout does.
fn said(copied: Option<&'static str>, spec: &Spec) -> String {
    match copied {
        Some("") => "The browser refused to copy".into(),
        Some(name) => format!("Copied: {name}"),
        None => match column_note(spec) {
            Some(note) => note,
            None => swizzle_sentence(spec.layout().swizzle()),
        },
    }
}
