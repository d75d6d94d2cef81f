//! Every control changes the picture or the descriptor at once: there is no button to press.

use swizzle_core::{
    Arch, LinkState, Major, Named, Operand, Params, link_from_state, number_from_text,
    repeat_extent, state_from_link,
};
use swizzle_tests::webdriver::{Error, Result, keys};

use crate::page::Page;
use crate::shown::Shown;
use crate::tile::Tile;

/// A tile with every control.
fn start() -> LinkState {
    let params = Params {
        arch: Arch::Tcgen05,
        operand: Operand::B,
        mn: 128,
        k: 256,
        ..Params::default()
    };
    LinkState {
        params,
        ..LinkState::default()
    }
}

/// The names of the choices as the page has them: those in a row of buttons, and those in a list.
const ROWS: [&str; 7] = [
    "Architecture",
    "Operand",
    "Form",
    "Major",
    "Swizzle",
    "Atoms follow",
    "LBO mode",
];
const LISTS: [&str; 4] = ["Element", "Number", "Colour", "Cells"];

/// Numbers with a text to type, and whether they can be automatic.
const NUMBERS: [(&str, &str, bool); 8] = [
    ("N", "96", false),
    ("K", "0x80", false),
    ("Step", "3", false),
    ("LBO", "4096", true),
    ("SBO", "2048", true),
    ("Column stride", "32768", true),
    ("Start", "0x1080", false),
    ("Base offset", "3", true),
];

/// This number has no effect while the start is where the pattern starts, or a base offset is given.
const PATTERN: (&str, &str) = ("Pattern starts", "0x480");

/// Sets what a control of this name sets.
fn set(state: &mut LinkState, control: &str, value: &str) {
    fn named<T: Named>(name: &str) -> T {
        T::from_name(name).unwrap_or_else(|why| panic!("{why}"))
    }
    let number = || number_from_text(value).unwrap_or_else(|why| panic!("{why}"));
    let repeat = repeat_extent(Tile::of(state).expect("a tile").spec().tile());
    let params = &mut state.params;
    match control {
        "Architecture" => params.arch = named(value),
        "Operand" => params.operand = named(value),
        "Form" => params.sparsity = named(value),
        "Element" => params.element = named(value),
        "Major" => params.major = named(value),
        "Swizzle" => params.swizzle = named(value),
        "Atoms follow" => params.order = named(value),
        "LBO mode" => params.lbo_mode = named(value),
        "Number" => state.view.number = named(value),
        "Colour" => state.view.colour = named(value),
        "Cells" => state.view.cells = named(value),
        "M" | "N" => params.mn = number(),
        "K" => params.k = number(),
        "m" => params.mn = number() * repeat.mn,
        "k" => params.k = number() * repeat.k,
        "Step" => params.step = number(),
        "LBO" => params.lbo_bytes = Some(number()),
        "SBO" => params.sbo_bytes = Some(number()),
        "Column stride" => params.column_bytes = Some(number()),
        "Start" => params.start_bytes = number(),
        "Pattern starts" => params.pattern_bytes = Some(number()),
        "Base offset" => params.base_offset = Some(number() as u8),
        _ => panic!("the tests do not know the control {control}"),
    }
}

/// Puts back to automatic what a control of this name sets.
fn reset(params: &mut Params, control: &str) {
    match control {
        "LBO" => params.lbo_bytes = None,
        "SBO" => params.sbo_bytes = None,
        "Column stride" => params.column_bytes = None,
        "Pattern starts" => params.pattern_bytes = None,
        "Base offset" => params.base_offset = None,
        _ => panic!("{control} is never automatic"),
    }
}

/// Makes sure that an edit could be seen.
fn differs(before: &Shown, after: &Shown, edit: &str) {
    // Not `assert_ne!`, which would print both.
    assert!(before.screen() != after.screen(), "{edit} changes nothing");
}

/// Waits until the page and the address are those of a state that an edit led to.
fn took(page: &Page, state: &LinkState) -> Result<Shown> {
    let shown = page.shows_with_address(state)?;
    // The address alone says the same.
    let opened = state_from_link(&page.link()?);
    assert_eq!(opened.notices, []);
    let from_address = Tile::of(&opened.state)?.screen(&shown);
    assert!(shown.screen() == &from_address, "{}", page.link()?);
    Ok(shown)
}

/// The values that the page offers, the chosen one first.
fn offered(page: &Page, script: &str, label: &str) -> Result<Vec<String>> {
    let values = page.session().execute(script, &[label.into()])?;
    let values = values.as_array().map_or(&[][..], Vec::as_slice);
    Ok(values
        .iter()
        .filter_map(|value| Some(value.as_str()?.to_owned()))
        .collect())
}

/// Goes through all values of a choice and back to the first.
fn goes_through(
    page: &Page,
    start: &LinkState,
    label: &str,
    values: &[String],
    choose: impl Fn(&str) -> Result<()>,
) -> Result<()> {
    let mut expected = start.clone();
    let mut before = page.shows(&expected)?;
    assert!(values.len() > 1, "{label} offers {values:?}");
    for value in values.iter().skip(1).chain(values.first()) {
        choose(value)?;
        set(&mut expected, label, value);
        let after = took(page, &expected)?;
        differs(&before, &after, &format!("{label} {value}"));
        before = after;
    }
    Ok(())
}

#[test]
fn every_control_of_the_page_is_tested() -> Result<()> {
    let page = Page::open(&link_from_state(&start()))?;
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
    // Those of the tile that was meant are the instrument's; the box's tests are in paste.rs.
    assert_eq!(names(&of("fieldset > legend"))?, sorted(&ROWS));
    assert_eq!(
        names(&of("label:has(select):not(.meant label) > span"))?,
        sorted(&LISTS)
    );
    let mut numbers = NUMBERS.map(|(name, _, _)| name).to_vec();
    numbers.push(PATTERN.0);
    assert_eq!(
        names(&of("label[for]:not(.meant label, .paste label)"))?,
        sorted(&numbers)
    );
    // And nothing else takes input, but the sliders of two of these numbers.
    let inputs = "return [...document.querySelectorAll('input')]
        .filter(input => !['text', 'radio'].includes(input.type)).map(input => input.type)";
    assert_eq!(names(inputs)?, ["range", "range"]);
    Ok(())
}

#[test]
fn every_choice_in_a_row_changes_the_picture_at_once() -> Result<()> {
    // In the picture of a K-major tile nothing says which operand it is.
    let mut start = start();
    start.params.major = Major::Mn;
    let page = Page::open(&link_from_state(&start))?;
    for label in ROWS {
        let values = "
            const row = [...document.querySelectorAll('input[type=radio]')]
                .filter(option => option.name === 'choice-' + arguments[0]);
            return row.sort((a, b) => b.checked - a.checked).map(option => option.value);
        ";
        let values = offered(&page, values, label)?;
        goes_through(&page, &start, label, &values, |value| {
            page.choose(label, value)
        })?;
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn every_choice_in_a_list_changes_the_picture_at_once() -> Result<()> {
    let start = start();
    let page = Page::open(&link_from_state(&start))?;
    for label in LISTS {
        let values = "
            const label = [...document.querySelectorAll('label:has(select)')]
                .find(label => label.firstChild.textContent === arguments[0]);
            const options = [...label.querySelectorAll('option')];
            return options.sort((a, b) => b.selected - a.selected).map(option => option.value);
        ";
        let values = offered(&page, values, label)?;
        goes_through(&page, &start, label, &values, |value| {
            page.pick(label, value)
        })?;
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// What a field says as a number.
fn value(page: &Page, label: &str) -> Result<u32> {
    number_from_text(&page.written(label)?).map_err(Error::new)
}

/// A way to move a number: its name, whether it goes up, and the doing.
type Step<'a> = (&'a str, bool, &'a dyn Fn() -> Result<()>);

/// Types a number, and steps it with buttons and arrow keys.
fn takes_numbers(page: &Page, start: &LinkState, label: &str, text: &str) -> Result<LinkState> {
    let mut expected = start.clone();
    let before = page.shows(&expected)?;
    page.field(label)?.fill(text)?;
    set(&mut expected, label, text);
    let mut before = {
        let after = took(page, &expected)?;
        differs(&before, &after, &format!("{label} {text}"));
        after
    };
    let steps: [Step<'_>; 4] = [
        ("+", true, &|| page.press(&format!("{label}: more"))),
        ("ArrowUp", true, &|| page.field(label)?.type_keys(keys::UP)),
        ("−", false, &|| page.press(&format!("{label}: less"))),
        ("ArrowDown", false, &|| {
            page.field(label)?.type_keys(keys::DOWN)
        }),
    ];
    for (name, is_up, step) in steps {
        let old = value(page, label)?;
        step()?;
        let new = page
            .session()
            .wait_for(&format!("{name} to move {label} from {old}"), |_| {
                Ok(Some(value(page, label)?).filter(|new| *new != old))
            })?;
        assert_eq!(new > old, is_up, "{name} moves {label} from {old} to {new}");
        set(&mut expected, label, &new.to_string());
        let after = page.shows(&expected)?;
        differs(&before, &after, &format!("{label} {name}"));
        before = after;
    }
    took(page, &expected)?;
    Ok(expected)
}

#[test]
fn every_number_changes_the_picture_at_once() -> Result<()> {
    let (start, link) = (start(), link_from_state(&start()));
    let page = Page::open(&link)?;
    for (label, text, is_automatic) in NUMBERS {
        page.type_address(&link)?;
        page.shows(&start)?;
        let mut expected = takes_numbers(&page, &start, label, text)?;
        let auto = format!("{label}: back to auto");
        if is_automatic {
            page.press(&auto)?;
            reset(&mut expected.params, label);
            assert_eq!(expected, start, "{label}");
            took(&page, &expected)?;
        }
        assert!(page.button(&auto).is_err(), "{label}");
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn where_the_pattern_starts_changes_the_base_offset_at_once() -> Result<()> {
    let start = start();
    let page = Page::open(&link_from_state(&start))?;
    let mut expected = takes_numbers(&page, &start, PATTERN.0, PATTERN.1)?;
    page.press(&format!("{}: back to auto", PATTERN.0))?;
    reset(&mut expected.params, PATTERN.0);
    assert_eq!(expected, start);
    took(&page, &expected)?;
    Ok(())
}

#[test]
fn extents_are_taken_in_repeats_too() -> Result<()> {
    let (start, link) = (start(), link_from_state(&start()));
    let page = Page::open(&link)?;
    page.shows(&start)?;
    page.press("repeats")?;
    for (label, text) in [("m", "3"), ("k", "4")] {
        page.type_address(&link)?;
        page.shows(&start)?;
        takes_numbers(&page, &start, label, text)?;
    }
    Ok(())
}

#[test]
fn sliders_change_the_picture_at_once() -> Result<()> {
    let link = link_from_state(&start());
    let page = Page::open(&link)?;
    for label in ["Step", "Base offset"] {
        let mut expected = start();
        page.type_address(&link)?;
        page.shows(&expected)?;
        let slider = format!("input[type=range][aria-label='{label}: slider']");
        page.session().execute(
            "document.querySelector(arguments[0]).focus()",
            &[slider.into()],
        )?;
        for number in ["1", "2"] {
            page.session().chord(&[keys::RIGHT])?;
            set(&mut expected, label, number);
            took(&page, &expected)?;
            assert_eq!(page.written(label)?, number);
        }
    }
    Ok(())
}
