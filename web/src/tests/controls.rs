//! Every control changes the picture or the descriptor at once: there is no button to press.

use swizzle_code::number_from_text;
use swizzle_core::hardware::{Arch, Major, Operand};
use swizzle_core::law::repeat_extent;
use swizzle_core::{Named, Said, SaidReader, SaidTile};
use swizzle_infer::said_with;
use swizzle_view::{Shown, link_from_shown, shown_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};
use super::look::Look;
use super::tile::Tile;

/// A tile with every control.
fn start() -> Shown {
    let tile = SaidTile {
        mn: Some(128),
        k: Some(256),
        ..SaidTile::default()
    };
    let reader = SaidReader {
        arch: Some(Arch::Tcgen05),
        operand: Some(Operand::B),
        ..SaidReader::default()
    };
    Shown {
        said: Said {
            tile,
            reader,
            ..Said::default()
        },
        ..Shown::default()
    }
}

/// The names of the choices as the page has them: those in a row of buttons, and those in a list.
const ROWS: [&str; 8] = [
    "Architecture",
    "Operand",
    "Sparsity",
    "Major",
    "Swizzle",
    "Atom order",
    "LBO mode",
    "Cells",
];
const LISTS: [&str; 3] = ["Element", "Number", "Colour"];
/// A list whose tests are in `written.rs`.
const USE: &str = "Descriptor for";

/// Numbers with a text to type, and whether they are values that are said or assumed.
const NUMBERS: [(&str, &str, bool); 13] = [
    ("N", "96", true),
    ("K", "0x80", true),
    ("Step", "3", false),
    ("Column stride", "32768", true),
    ("SBO", "2048", true),
    ("Row pitch", "1024", true),
    ("Start", "0x1080", true),
    ("Base offset", "3", false),
    ("Buffer N", "256", true),
    ("Buffer K", "512", true),
    ("At N", "8", true),
    ("At K", "64", true),
    ("Rows", "64", true),
];

/// This number has no effect while the start is where the pattern starts.
const PATTERN: (&str, &str) = ("Pattern origin", "0x480");

/// These have none in the first stage.
const STAGES: [&str; 2] = ["Stages", "Stage bytes"];

/// Says what a control of this name says; with no value, that it is to be assumed.
fn set(state: &mut Shown, control: &str, value: Option<&str>) {
    fn named<T: Named>(name: Option<&str>) -> Option<T> {
        name.map(|name| T::from_name(name).unwrap_or_else(|why| panic!("{why}")))
    }
    let number = || value.map(|text| number_from_text(text).unwrap_or_else(|why| panic!("{why}")));
    let spec = state.spec().expect("a tile");
    let repeat = repeat_extent(spec.layout());
    let (tile, reader) = (&mut state.said.tile, &mut state.said.reader);
    match control {
        "Architecture" => reader.arch = named(value),
        "Operand" => reader.operand = named(value),
        "Sparsity" => reader.sparsity = named(value),
        "Element" => tile.element = named(value),
        "Major" => tile.major = named(value),
        "Swizzle" => tile.swizzle = named(value),
        "Atom order" => tile.order = named(value),
        "LBO mode" => reader.lbo_mode = named(value),
        "Number" => state.view.number = named(value).expect("a choice"),
        "Colour" => state.view.colour = named(value).expect("a choice"),
        "Cells" => state.view.cells = named(value).expect("a choice"),
        "M" | "N" => tile.mn = number(),
        "K" => tile.k = number(),
        "m" => tile.mn = number().map(|number| number * repeat.mn),
        "k" => tile.k = number().map(|number| number * repeat.k),
        "LBO" | "Column stride" => tile.lbo_bytes = number(),
        "SBO" => tile.sbo_bytes = number(),
        "Row pitch" => tile.row_bytes = number(),
        "Start" => tile.start_bytes = number(),
        "Pattern origin" => tile.pattern_bytes = number(),
        "Buffer N" => tile.buffer_mn = number(),
        "Buffer K" => tile.buffer_k = number(),
        "At N" => tile.at_mn = number(),
        "At K" => tile.at_k = number(),
        "Stages" => tile.stages = number(),
        "Stage bytes" => tile.stage_bytes = number(),
        "Rows" => reader.rows = number(),
        "Step" => state.said.place.step = number(),
        "Stage" => state.said.place.stage = number(),
        // It is in the descriptor, which is given then.
        "Base offset" => {
            let base_offset = number().unwrap_or_default() as u8;
            let said = said_with(&spec, |fields| fields.base_offset = base_offset);
            state.said = said.expect("a descriptor");
        }
        _ => panic!("the tests do not know the control {control}"),
    }
}

/// Opens the controls of the buffer, which are not drawn before.
async fn open_buffer(page: &Page) -> Result<()> {
    let closed = "document.querySelector('.panel-more').open = true";
    page.execute(closed, &[])?;
    let drawn = "return document.querySelector('.panel-more .control')";
    page.wait_until("the controls of the buffer", drawn)
        .await
        .map(drop)
}

/// Makes sure that an edit could be seen.
fn differs(before: &Look, after: &Look, edit: &str) {
    // Not `assert_ne!`, which would print both.
    assert!(before.screen() != after.screen(), "{edit} changes nothing");
}

/// Waits until the page and the address are those of a state that an edit led to.
async fn took(page: &Page, state: &Shown) -> Result<Look> {
    let shown = page.shows_with_address(state).await?;
    // The address alone says the same.
    let opened = shown_from_link(&page.link());
    assert_eq!(opened.notices, []);
    let from_address = Tile::of(&opened.shown)?.screen(&shown);
    assert!(shown.screen() == &from_address, "{}", page.link());
    Ok(shown)
}

/// The values that the page offers, the chosen one first.
fn offered(page: &Page, script: &str, label: &str) -> Result<Vec<String>> {
    let values = page.execute(script, &[label])?;
    let values = values.as_array().map_or(&[][..], Vec::as_slice);
    Ok(values
        .iter()
        .filter_map(|value| Some(value.as_str()?.to_owned()))
        .collect())
}

/// Goes through all values of a choice and back to the first.
async fn goes_through(
    page: &Page,
    start: &Shown,
    label: &str,
    values: &[String],
    choose: impl AsyncFn(&str) -> Result<()>,
) -> Result<()> {
    let mut expected = *start;
    let mut before = page.shows(&expected).await?;
    assert!(values.len() > 1, "{label} offers {values:?}");
    for value in values.iter().skip(1).chain(values.first()) {
        choose(value).await?;
        set(&mut expected, label, Some(value));
        let after = took(page, &expected).await?;
        differs(&before, &after, &format!("{label} {value}"));
        before = after;
    }
    Ok(())
}

#[test]
async fn every_control_of_the_page_is_tested() -> Result<()> {
    let page = Page::open(&link_from_shown(&start())).await?;
    open_buffer(&page).await?;
    let names = |script: &str| -> Result<Vec<String>> {
        let mut names = offered(&page, script, "")?;
        names.sort();
        Ok(names)
    };
    let sorted = |names: &[&str]| {
        let mut names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        names.sort();
        names
    };
    let of = |css: &str| {
        format!("return [...document.querySelectorAll('{css}')].map(label => label.textContent)")
    };
    // The box's tests are in paste.rs.
    assert_eq!(names(&of("fieldset > legend"))?, sorted(&ROWS));
    let mut lists = LISTS.to_vec();
    lists.push(USE);
    assert_eq!(names(&of("label:has(select) > span"))?, sorted(&lists));
    let mut numbers = NUMBERS.map(|(name, _, _)| name).to_vec();
    numbers.push(PATTERN.0);
    numbers.extend(STAGES);
    assert_eq!(
        names(&of("label[for]:not(.paste label)"))?,
        sorted(&numbers)
    );
    // And nothing else takes input, but the sliders of two of these numbers.
    let inputs = "return [...document.querySelectorAll('input')]
        .filter(input => !['text', 'radio'].includes(input.type)).map(input => input.type)";
    assert_eq!(names(inputs)?, ["range", "range"]);
    Ok(())
}

#[test]
async fn every_choice_in_a_row_changes_the_picture_at_once() -> Result<()> {
    // In the picture of a K-major tile nothing says which operand it is.
    let mut start = start();
    start.said.tile.major = Some(Major::Mn);
    let link = link_from_shown(&start);
    let page = Page::open(&link).await?;
    for label in ROWS {
        page.type_address(&link).await?;
        page.shows(&start).await?;
        let values = "
            const row = [...document.querySelectorAll('input[type=radio]')]
                .filter(option => option.name === 'choice-' + arguments[0]);
            return row.sort((a, b) => b.checked - a.checked).map(option => option.value);
        ";
        let values = offered(&page, values, label)?;
        goes_through(&page, &start, label, &values, async |value| {
            page.choose(label, value).await
        })
        .await?;
    }
    Ok(())
}

#[test]
async fn every_choice_in_a_list_changes_the_picture_at_once() -> Result<()> {
    let (start, link) = (start(), link_from_shown(&start()));
    let page = Page::open(&link).await?;
    for label in LISTS {
        page.type_address(&link).await?;
        page.shows(&start).await?;
        let values = "
            const label = [...document.querySelectorAll('label:has(select)')]
                .find(label => label.firstChild.textContent === arguments[0]);
            const options = [...label.querySelectorAll('option')];
            return options.sort((a, b) => b.selected - a.selected).map(option => option.value);
        ";
        let values = offered(&page, values, label)?;
        goes_through(&page, &start, label, &values, async |value| {
            page.pick(label, value).await
        })
        .await?;
    }
    Ok(())
}

/// What a field says as a number.
fn value(page: &Page, label: &str) -> Result<u32> {
    number_from_text(&page.written(label)?).map_err(Fault::from)
}

/// Types a number, and steps it with buttons and arrow keys.
async fn takes_numbers(page: &Page, start: &Shown, label: &str, text: &str) -> Result<Shown> {
    let mut expected = *start;
    let before = page.shows(&expected).await?;
    page.fill(label, text).await?;
    set(&mut expected, label, Some(text));
    let mut before = {
        let after = took(page, &expected).await?;
        differs(&before, &after, &format!("{label} {text}"));
        after
    };
    let steps = [
        ("+", true),
        ("ArrowUp", true),
        ("−", false),
        ("ArrowDown", false),
    ];
    for (name, is_up) in steps {
        let old = value(page, label)?;
        match name {
            "+" => page.press(&format!("{label}: more")).await?,
            "−" => page.press(&format!("{label}: less")).await?,
            key => page.key_in(label, key).await?,
        }
        let new = page
            .wait_for(&format!("{name} to move {label} from {old}"), || {
                Ok(Some(value(page, label)?).filter(|new| *new != old))
            })
            .await?;
        assert_eq!(new > old, is_up, "{name} moves {label} from {old} to {new}");
        set(&mut expected, label, Some(&new.to_string()));
        let after = page.shows(&expected).await?;
        differs(&before, &after, &format!("{label} {name}"));
        before = after;
    }
    took(page, &expected).await?;
    Ok(expected)
}

#[test]
async fn every_number_changes_the_picture_at_once() -> Result<()> {
    let (start, link) = (start(), link_from_shown(&start()));
    let page = Page::open(&link).await?;
    for (label, text, is_value) in NUMBERS {
        page.type_address(&link).await?;
        page.shows(&start).await?;
        open_buffer(&page).await?;
        let mut expected = takes_numbers(&page, &start, label, text).await?;
        let forget = format!("Make {label} auto");
        if is_value {
            page.press(&forget).await?;
            set(&mut expected, label, None);
            took(&page, &expected).await?;
        }
        assert!(page.button(&forget).is_err(), "{label}");
    }
    Ok(())
}

#[test]
async fn where_the_pattern_starts_changes_the_base_offset_at_once() -> Result<()> {
    let start = start();
    let page = Page::open(&link_from_shown(&start)).await?;
    takes_numbers(&page, &start, PATTERN.0, PATTERN.1).await?;
    page.press(&format!("Make {} auto", PATTERN.0)).await?;
    took(&page, &start).await?;
    Ok(())
}

#[test]
async fn the_bytes_of_a_stage_lead_to_the_next() -> Result<()> {
    let [stages, stage_bytes] = STAGES;
    let mut at = start();
    let page = Page::open(&link_from_shown(&at)).await?;
    open_buffer(&page).await?;
    page.fill(stages, "3").await?;
    set(&mut at, stages, Some("3"));
    took(&page, &at).await?;
    page.press("Stage: more").await?;
    set(&mut at, "Stage", Some("1"));
    took(&page, &at).await?;
    takes_numbers(&page, &at, stage_bytes, "131072").await?;
    page.press(&format!("Make {stage_bytes} auto")).await?;
    took(&page, &at).await?;
    page.press("Stage: more").await?;
    set(&mut at, "Stage", Some("2"));
    took(&page, &at).await?;
    Ok(())
}

/// One press says what is shown, one gives it back; neither changes anything else.
#[test]
async fn what_is_assumed_is_said_by_one_press_and_forgotten_by_another() -> Result<()> {
    let page = Page::open("").await?;
    open_buffer(&page).await?;
    page.shows(&Shown::default()).await?;
    let spec = Shown::default().spec().expect("a tile");
    let (tile, reader) = (spec.tile(), spec.reader());
    let values = [
        ("Architecture", reader.arch.name().to_owned()),
        ("Operand", reader.operand.name().into()),
        ("Element", tile.element.name().into()),
        ("Sparsity", reader.sparsity.name().into()),
        ("Major", tile.major.name().into()),
        ("Swizzle", tile.swizzle.name().into()),
        ("M", tile.mn.to_string()),
        ("K", tile.k.to_string()),
        ("Atom order", tile.order.name().into()),
        ("Column stride", tile.lbo_bytes.to_string()),
        ("SBO", tile.sbo_bytes.to_string()),
        ("Start", tile.start_bytes.to_string()),
        ("Pattern origin", tile.pattern_bytes.to_string()),
        ("Stages", tile.stages.to_string()),
        ("Rows", reader.rows.to_string()),
    ];
    let mut expected = Shown::default();
    for (label, value) in &values {
        page.press(&format!("Keep this value: {label}")).await?;
        set(&mut expected, label, Some(value));
        page.has_address_of(&expected).await?;
        page.shows(&expected).await?;
    }
    for (label, _) in &values {
        page.press(&format!("Make {label} auto")).await?;
        set(&mut expected, label, None);
        page.has_address_of(&expected).await?;
    }
    page.shows(&Shown::default()).await?;
    Ok(())
}

#[test]
async fn extents_are_taken_in_repeats_too() -> Result<()> {
    let (start, link) = (start(), link_from_shown(&start()));
    let page = Page::open(&link).await?;
    page.shows(&start).await?;
    page.press("repeats").await?;
    for (label, text) in [("m", "3"), ("k", "4")] {
        page.type_address(&link).await?;
        page.shows(&start).await?;
        takes_numbers(&page, &start, label, text).await?;
    }
    Ok(())
}
