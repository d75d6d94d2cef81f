//! The page of a box: what the driver makes of its map, where it lands, and whether a descriptor reads that.

use super::aside::Column;
use super::facts::mend;
use super::scenes::scenes;
use super::*;
use crate::check::facts::Facts as TileFacts;
use crate::frame::{Form, title};
use swizzle_lints::tma::DriverEnum as _;
use swizzle_view::link::{Form as _, Parameter};

/// How what was typed is kept in the address.
static FORMAT: Format<TmaShown> = Format::of_form(|route| matches!(route, Route::Memory(Some("tma"))));

/// Examples: name, whether the descriptor reads what the box writes, and what its link says.
const EXAMPLES: [(&str, bool, &str); 4] = [
    ("Correct", true, ""),
    ("No swizzle", false, "?swizzle=none"),
    ("Too large", false, "?box=80,300"),
    ("Padded fp4", true, "?arch=sm_100&data_type=16U4_ALIGN16B&box=128,128&element=e2m1&descriptor="),
];

/// The whole page.
#[component]
pub fn Tma(props: &PageProps) -> Html {
    let (opened, on_typed) = use_linked(&FORMAT);
    let desk = use_desk(props, (), |_| false);
    let (facts, tile, (all, got)) = use_derived(opened.shown.clone(), |typed| {
        let facts = Facts::of(typed);
        let landed = facts.landed.as_ref();
        let tile = landed.and_then(|landed| TileFacts::of(&landed.shown).ok());
        let scenes = landed.zip(facts.map.as_ref()).map(|(landed, map)| {
            let (all, got) = scenes(landed, map);
            (all.map(Shared::new).to_vec(), got)
        });
        (Shared::new(facts), tile.map(Shared::new), scenes.unwrap_or_default())
    });
    use_title("TMA box");
    let line = facts.line().as_far_as_read(opened.unread());
    let column = Column {
        facts: facts.clone(),
        tile,
        desk: desk.clone(),
        on_repair: part_of(&opened.shown, &on_typed, mend),
    };
    let on_descriptor = part_of(&opened.shown, &on_typed, |typed, descriptor: Option<Descriptor>| {
        typed.descriptor = descriptor.map_or_else(String::new, |descriptor| descriptor.to_string());
    });
    let fault = |key: &str| facts.fault(fault_name(key));
    let form = Form { shown: &opened.shown, on: &on_typed, fault: &fault, desk: &desk };
    let landed = facts.landed.as_ref();
    let instead = landed.is_none().then(|| refused(&facts, desk.window));
    let typed = landed.and_then(|landed| landed.met.as_ref()).map(|(descriptor, _)| *descriptor);
    let under = landed.map_or_else(Html::default, |landed| {
        html! { <Steps shown={landed.shown} {typed} on={&on_descriptor} /> }
    });
    let frame = Frame {
        notices: opened.notices.clone(),
        title: title(&line),
        verdict: line.kind.name(),
        buttons: fixes(line.repairs.first(), &column.on_repair),
        compare: landed.map(|landed| pair_to_complete(&link_from_shown(&landed.shown))),
        sentence: sentence(&form, &facts),
        is_wrong: line.kind == VerdictKind::Wrong,
        work: html! { <Work scenes={all} {got} picture={(instead, None)} {under} aside={aside_of(&column, Column::draw)} desk={desk.clone()} /> },
        asides: [column.draw(None, 320.0), column.draw(desk.look.pinned, 320.0)],
        drawer: drawer(&form),
        foot: foot(&facts, &on_descriptor),
        below: column.below(),
        ..Frame::default()
    };
    frame.draw(props, &desk)
}

/// The map as a sentence, behind the chip that has its arguments.
fn sentence(form: &Form<'_, TmaShown>, facts: &Facts) -> Html {
    let map = &form.shown.map;
    let function = if map.is_im2col() { "cuTensorMapEncodeIm2col" } else { "cuTensorMapEncodeTiled" };
    let arguments = || {
        let all = facts.arguments().into_iter();
        rows("", all.map(|(one, _)| (one.name, one.value.into(), "")))
    };
    let chip = chip(form.desk, "Arguments", "dump-input", function.into(), arguments);
    let sentence = if map.is_im2col() {
        "{channels} channels × {pixels} pixels of {data_type} from a {extents} matrix, {swizzle}, to {destination} on {arch}"
    } else {
        "A {box} box of {data_type} from a {extents} matrix, {swizzle}, to {destination} on {arch}"
    };
    let data_type = |text: &str| DataType::from_any(text).map_or(text, |one| data_type_text(one)).to_owned();
    let swizzle = |text: &str| match MapSwizzle::from_any(text) {
        Ok(MapSwizzle::None) => "no swizzle".into(),
        Ok(swizzle) => format!("{} swizzle", swizzle.name()),
        Err(_) => text.into(),
    };
    let value = |key: &'static str| {
        Some(match key {
            "box" | "extents" => form.word(key, number_words),
            "data_type" => form.word(key, data_type),
            "swizzle" => form.word(key, swizzle),
            _ => form.said(key),
        })
    };
    in_turn((chip, filled(sentence, value)))
}

/// All values, in their sections; and the examples.
fn drawer(form: &Form<'_, TmaShown>) -> Html {
    let (_, rare) = TmaShown::TABLE[TmaShown::TABLE.len() - 1];
    let is_said =
        |one: &Parameter<TmaShown>| !one.label.is_empty() && !(one.write)(form.shown).trim().is_empty();
    let is_used = rare.iter().any(is_said);
    let fields_of = |(at, (name, fields)): (usize, (&'static str, Html))| {
        if at + 1 == TmaShown::TABLE.len() {
            html! { <details open={is_used}><summary class="s">{ name }</summary>{ fields }</details> }
        } else {
            drawer_section(name, fields)
        }
    };
    let example = |(name, is_right, query): (&'static str, bool, &'static str)| {
        let (tone, drawing) = right_sign(is_right);
        let href = format!("{}{query}", Route::Memory(Some("tma")).address());
        a(classes!("item", tone), href, (icon(drawing), name))
    };
    in_turn((
        form.sections(|_| true).enumerate().map(fields_of),
        section("", "Examples", (tag("h3", "title", "Examples"), EXAMPLES.map(example))),
    ))
}

/// The name of a key in faults.
fn fault_name(key: &str) -> &str {
    let is_of = |field: &&TypedField| field.key == key || field.aliases.contains(&key);
    let field = TYPED_FIELDS.iter().find(is_of);
    field.map_or(key, |field| field.name)
}

/// In place of the squares: the box that is refused, to scale, if that is what is wrong.
fn refused(facts: &Facts, window: (f64, f64)) -> Html {
    let side = if window.0 < NARROW { window.0 - 92.0 } else { 16.0 * cell_side(window) };
    match facts.map.as_ref().zip(facts.repaired()) {
        Some((map, legal)) => scale::refused(map, &legal, side),
        None => p("q", "No box is drawn and nothing is compared: the copy does not take place."),
    }
}

/// The bits of the descriptor that was typed, or of the one that reads the box; of a map that is refused, the arguments at fault.
fn foot(facts: &Facts, on: &Callback<Option<Descriptor>>) -> Html {
    let Some(landed) = &facts.landed else {
        let mut refused = facts.arguments().into_iter().filter(|one| one.1).peekable();
        if refused.peek().is_none() {
            return p("l b", "No copy");
        }
        let line = |(one, _): (Argument, bool)| {
            let why = facts.map.as_ref().and_then(|map| why_refused(map, one.name));
            let why = why.map(|why| tag("i", "q", format!("  // {why}")));
            bare("code", (one.name, " = ", tag("b", "bad", in_groups(&one.value)), why))
        };
        return div("stack refused-lines", refused.map(line));
    };
    if landed.met.is_some() || landed.is_readable {
        html! { <Foot shown={landed.shown} {on} /> }
    } else {
        p("l b", "No descriptor reads this box")
    }
}

/// What counts of an argument where a box is wider than its swizzle, as a remark on its line.
fn why_refused(map: &TensorMap, argument: &str) -> Option<String> {
    let (bytes, span) = (map.inner_bytes(), map.swizzle.span_bytes()?);
    if bytes <= u64::from(span) {
        return None;
    }
    match argument {
        "boxDim" => Some(format!("a row of the box: {} bytes", grouped(bytes as u32))),
        "swizzle" => Some(format!("spans {span} bytes")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use swizzle_view::link::{form_from_link, parameter};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::kit::Values;

    /// The values of the drawer that are texts.
    fn texts() -> impl Iterator<Item = &'static Parameter<TmaShown>> {
        let is_text = |one: &&Parameter<TmaShown>| {
            let values = (one.values)(&TmaShown::default(), &TmaShown::default());
            !one.label.is_empty() && matches!(values, Values::Text { .. })
        };
        let all = TmaShown::TABLE.iter().flat_map(|(_, all)| *all);
        all.filter(is_text)
    }

    /// What cannot be read is a fault under the name by which the row asks for it.
    #[test]
    fn each_text_that_cannot_be_read_is_a_fault_of_its_row() {
        for row in texts() {
            let of_im2col = ["channels", "pixels"].map(|key| format!("{key}=8&"));
            let others = of_im2col.iter().filter(|pair| !pair.starts_with(row.key));
            let others: String = others.map(String::as_str).collect();
            let link = format!("#/memory/tma?{others}{}=zz,zz", row.key);
            let facts = Facts::of(&form_from_link::<TmaShown>(&link).shown);
            // Of a map for im2col the box does not count.
            let is_fault = facts.fault(fault_name(row.key)).is_some();
            assert_eq!(is_fault, row.key != "box", "{}", row.key);
        }
    }

    #[test]
    fn enumerations_are_read_by_any_name_and_by_number() {
        let row = parameter(TmaShown::TABLE, "data_type").expect("a key");
        let of = |text: &str| {
            let shown = row.with_text(&TmaShown::default(), text);
            match (row.values)(&shown, &shown) {
                Values::Text { names, read } => (names, read),
                _ => panic!("a text"),
            }
        };
        assert_eq!(of("CU_TENSOR_MAP_DATA_TYPE_FLOAT16").1, Some("FLOAT16"));
        assert_eq!((of("6").1, of("what").1), (Some("FLOAT16"), None));
        assert!(of("").0.iter().any(|(name, words)| name == "BFLOAT16"
            && words.contains("CU_TENSOR_MAP_DATA_TYPE_BFLOAT16")));
    }
}
