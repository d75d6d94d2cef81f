//! Two layouts side by side.

use swizzle_core::Coord;
use swizzle_core::law::Swizzle;
use swizzle_core::reader::Spec;
use swizzle_infer::TwoLayouts;
use swizzle_text::{tile_and_read_counts, two_layouts_place, two_layouts_rows, two_layouts_text};
use swizzle_view::Shown;
use swizzle_view::link::{PairToCompare, link_from_pair, pair_to_complete, pair_with_itself};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result, state};

/// Counts, chips and marks, as the page has them.
const LOOK: &str = "
    const texts = (css) => [...document.querySelectorAll(css)].map((node) => node.textContent);
    return {
        counts: document.querySelector('.pair-chips > b').title,
        rows: [...document.querySelectorAll('.pair-chip')]
            .map((row) => [...row.children].map((cell) => cell.textContent.replace(/^[AB] /, ''))),
        marked: [...document.querySelectorAll('.grid-differing')]
            .map((path) => (path.getAttribute('d').match(/M/g) ?? []).length),
        marksSame: [...document.querySelectorAll('.grid-right')].map((path) => path.getAttribute('d') !== ''),
        bits: texts('.pair-bits .is-suspect').length / 2,
        cell: texts('.pair-cell > *').join(' '),
    }
";

async fn open(link: &str) -> Result<Page> {
    let page = Page::open(link).await?;
    page.wait_until(
        "both",
        // What is loaded later is there when the bits are.
        "return document.querySelector('.page-dock .descriptor') && document.querySelectorAll('.pair-half .grid-numbers')[3]",
    ).await?;
    Ok(page)
}

fn spec(state: &Shown) -> Result<Spec> {
    state.spec().map_err(|fault| Fault::new(fault.to_string()))
}

/// Waits until the page says of two states what the core says.
async fn shows(page: &Page, first: &Shown, second: &Shown) -> Result<()> {
    let specs = [spec(first)?, spec(second)?];
    let reads = [0, 1].map(|at| specs[at].spec_from_read(specs[at].place()));
    let counts = [("Whole tile", &specs), ("One read", &reads)].map(|(what, pair)| {
        let [first, second] = [(0, 1), (1, 0)].map(|(here, there)| {
            let contrast = TwoLayouts::of(&pair[here], &pair[there]);
            contrast.map(two_layouts_text).unwrap_or_default()
        });
        if first == second {
            return format!("{what}: {first}.");
        }
        format!("{what}: of A, {first}; of B, {second}.")
    });
    let counts = counts.join(" ");
    let rows: Vec<[String; 3]> = two_layouts_rows(&specs[0], &specs[1])
        .into_iter()
        .map(|row| [row.name.into(), row.first, row.second])
        .collect();
    let descriptors = [0, 1].map(|at| specs[at].descriptor(specs[at].place()));
    let bits = match descriptors {
        [Ok(first), Ok(second)] => (first.raw() ^ second.raw()).count_ones(),
        _ => 0,
    };
    let link = link_from_pair(first, second);
    page.wait_for(&link, || {
        let look = page.execute(LOOK, &[])?;
        let expected = serde_json::json!({ "counts": counts, "rows": rows, "bits": bits });
        for (key, expected) in expected.as_object().into_iter().flatten() {
            if look[key] != *expected && look[key].as_f64() != expected.as_f64().filter(|_| true) {
                return Err(Fault::new(format!(
                    "{key}: {} instead of {expected}",
                    look[key]
                )));
            }
        }
        if page.link() != link {
            return Err(Fault::new(format!("the address is {}", page.link())));
        }
        Ok(Some(()))
    })
    .await
}

#[test]
async fn both_are_shown_with_what_differs() -> Result<()> {
    for (first, second) in [
        ("#/wgmma/4000004000010040", "#/wgmma/8000002000010040"),
        ("#/figure/157", "#/figure/158"),
        ("#/figure/157", "#/figure/157"),
        (
            "#/wgmma/4000004000010040?mn=4",
            "#/tcgen05/4000404000010080?mn=8&element=e4m3",
        ),
    ] {
        let (first, second) = (state(first), state(second));
        let page = open(&link_from_pair(&first, &second)).await?;
        shows(&page, &first, &second).await?;
        // Tiles this small are in view as a whole.
        let specs = [spec(&first)?, spec(&second)?];
        for (here, views) in [(0, [0, 1]), (1, [2, 3])] {
            let both_ways =
                [(0, 1), (1, 0)].map(|(here, there)| TwoLayouts::of(&specs[here], &specs[there]));
            // Above half differing, what agrees is marked instead.
            let marks_same = both_ways
                .iter()
                .flatten()
                .any(|found| found.is_mostly_elsewhere());
            if let Some(whole) = both_ways[here].filter(|whole| whole.units <= 64) {
                let elsewhere = if marks_same { 0 } else { whole.elsewhere };
                let has_same = marks_same && whole.elsewhere < whole.units;
                page.wait_for("the marks", || {
                    let look = page.execute(LOOK, &[])?;
                    let (marked, same) = (&look["marked"], &look["marksSame"]);
                    if views
                        .iter()
                        .all(|view| marked[view] == elsewhere && same[view] == has_same)
                    {
                        return Ok(Some(()));
                    }
                    Err(Fault::new(format!(
                        "{marked} and {same}, not {elsewhere} each"
                    )))
                })
                .await?;
            }
        }
    }
    Ok(())
}

#[test]
async fn an_edit_of_one_goes_into_the_link_of_both() -> Result<()> {
    // Derived descriptors: a given one would stay what it is.
    let first = Shown::default();
    let page = open(&pair_with_itself("#/")).await?;
    shows(&page, &first, &first).await?;
    page.press("Edit B").await?;
    page.choose("Swizzle", "64B").await?;
    let mut second = first;
    second.said.tile.swizzle = Some(Swizzle::B64);
    shows(&page, &first, &second).await?;

    page.press("Swap").await?;
    shows(&page, &second, &first).await?;
    // One change of both, whichever of them it is taken back in.
    page.press("Undo").await?;
    shows(&page, &first, &second).await?;
    page.press("Redo").await?;
    shows(&page, &second, &first).await?;
    page.press("Copy A to B").await?;
    shows(&page, &second, &second).await?;
    page.press("Undo").await?;
    shows(&page, &second, &first).await?;
    page.execute("document.activeElement.blur()", &[])?;
    page.key("Control+Shift+z").await?;
    shows(&page, &second, &second).await?;
    page.key("Control+z").await?;
    shows(&page, &second, &first).await?;
    // The first one's parameters.
    page.press("Edit A").await?;
    page.choose("Swizzle", "32B").await?;
    let mut changed = second;
    changed.said.tile.swizzle = Some(Swizzle::B32);
    shows(&page, &changed, &first).await?;

    let link = page.link();
    page.goto(&link).await?;
    shows(&page, &changed, &first).await?;
    assert_eq!(page.link(), link);
    Ok(())
}

#[test]
async fn the_cursor_of_one_is_that_of_the_other() -> Result<()> {
    let (first, second) = (
        state("#/wgmma/4000004000010040"),
        state("#/wgmma/8000002000010040"),
    );
    let page = open(&link_from_pair(&first, &second)).await?;
    page.execute(
        "const view = document.querySelectorAll('.grid-scroller')[2]; view.scrollIntoView(); view.focus()",
        &[],
    )?;
    for key in ["ArrowRight", "ArrowDown", "Enter"] {
        page.key(key).await?;
    }
    let at = Coord { mn: 1, k: 8 };
    let place = |of: &Shown| spec(of).map(|spec| two_layouts_place(&spec, at).unwrap().join(" "));
    let words = format!("Row 1, unit 1 A {} B {}", place(&first)?, place(&second)?);
    page.wait_for(&words, || {
        let look = page.execute(LOOK, &[])?;
        if look["cell"] == *words {
            return Ok(Some(()));
        }
        Err(Fault::new(look["cell"].to_string()))
    })
    .await?;
    let hovered = page.find_all(".grid-hovered").len();
    let pinned = page.find_all(".grid-pinned").len();
    assert_eq!((hovered, pinned), (4, 4));
    Ok(())
}

/// The title has what both are, a head what it alone is.
#[test]
async fn what_both_share_is_said_once() -> Result<()> {
    for (link, title, heads) in [
        (
            "#/compare/wgmma/4000004000010040?show=read/with/wgmma/4000000800010040",
            "64 × 64 bf16, K-major, 128B swizzle, operand A of wgmma, read 0 of 4: K 0–15",
            ["", ""],
        ),
        (
            "#/compare/?swizzle=128B/with/?swizzle=64B",
            "64 × 64 bf16, K-major, operand A of wgmma",
            ["128B swizzle", "64B swizzle"],
        ),
        (
            "#/compare/wgmma/4000004000010040/with/tcgen05/8000402000010080?k=32",
            "bf16, K-major, operand A",
            [
                "64 × 64, 128B swizzle, wgmma",
                "64 × 32, 64B swizzle, tcgen05",
            ],
        ),
    ] {
        let page = open(link).await?;
        let said = page.execute(
            "const text = (css) => document.querySelector(css)?.textContent ?? '';
            return [text('.heading-facts'), ...[1, 2].map((at) => text(`.pair-half:nth-of-type(${at}) .pair-head small`))]",
            &[],
        )?;
        assert_eq!(
            said,
            serde_json::json!([title, heads[0], heads[1]]),
            "{link}"
        );
    }
    Ok(())
}

/// Each half says what it counts: cells of the tile, and units of the read with those that the tile does not have.
#[test]
async fn a_half_says_what_it_counts() -> Result<()> {
    let links = ["#/figure/157", "#/figure/158"];
    let page = open("#/compare/figure/157/with/figure/158").await?;
    let said = page.execute(
        "return [1, 2].map((at) => [...document.querySelectorAll(`.pair-half:nth-of-type(${at}) .pair-facts > span`)].map((one) => one.textContent))",
        &[],
    )?;
    let counts = |link| spec(&state(link)).map(|spec| tile_and_read_counts(&spec));
    let [first, second] = [counts(links[0])?, counts(links[1])?];
    assert_eq!(said, serde_json::json!([first, second]));
    assert_eq!(
        second,
        [
            "tile: 32 units",
            "read 0: all 64 units correct, 32 of them outside the tile"
        ]
    );
    Ok(())
}

/// Without a cursor both tell of an element that both have, and each of two low pictures has its trace.
#[test]
async fn both_tell_of_an_element_that_both_have() -> Result<()> {
    let page = open("#/compare/figure/157/with/figure/158").await?;
    let told = page.execute(LOOK, &[])?;
    let cell = told["cell"].as_str().unwrap_or_default();
    assert!(!cell.contains("not in it"), "{cell}");
    let names = "return [...document.querySelectorAll('.pair-trace h2')].map((one) => one.textContent).join()";
    page.wait_until(
        "both traces",
        &format!("return (() => {{ {names} }})() === 'Trace of A,Trace of B'"),
    )
    .await
    .map(drop)
}

/// A wrong byte is told with the expected one.
#[test]
async fn a_wrong_cell_says_what_is_expected() -> Result<()> {
    let page =
        open("#/compare/wgmma/4000004000010040?show=read/with/wgmma/4000000800010040").await?;
    let said = page.execute(
        "return [...document.querySelector('.pair-cell').children].map((part) => part.textContent)",
        &[],
    )?;
    let parts = [
        "Row 8, unit 0",
        "A",
        "0x800",
        "offset 1024",
        "B",
        "0x490",
        "expected 0x800",
    ];
    assert_eq!(said, serde_json::json!(parts));
    Ok(())
}

#[test]
async fn the_chip_of_a_field_lights_its_bits_and_its_arrows() -> Result<()> {
    let page =
        open("#/compare/wgmma/4000004000010040?show=read/with/wgmma/4000000800010040").await?;
    page.click_on("button.pair-chip").await?;
    let lit = "
        const lit = [...document.querySelectorAll('[data-lit]')];
        return [lit.filter((one) => one.matches('.bits-field.tint-sbo')).length, lit.filter((one) => one.matches('.arrow.is-sbo')).length > 0]";
    assert_eq!(page.execute(lit, &[])?, serde_json::json!([2, true]));
    page.wait_until("no light", "return !document.querySelector('[data-lit]')")
        .await?;
    Ok(())
}

/// A pin in the second half of a link is one of both, and goes like any other.
#[test]
async fn there_is_one_pin_for_both() -> Result<()> {
    let page = open("#/compare/figure/157/with/wgmma/8000002000010040?cell=1,8").await?;
    let pins = async |count: usize| {
        page.wait_for(&format!("{count} pins"), || {
            let pins = page.find_all(".grid-pinned").len();
            Ok((pins == count).then_some(()))
        })
        .await
    };
    pins(4).await?;
    page.execute("document.querySelector('.grid-scroller').focus()", &[])?;
    page.key("Escape").await?;
    pins(0).await
}

#[test]
async fn a_descriptor_can_be_pasted_into_either() -> Result<()> {
    let page = open(&pair_with_itself("#/wgmma/4000004000010040")).await?;
    let put = async |text: &str| page.paste_in(&page.find("#paste")?, text).await;
    put("0x8000002000010080").await?;
    let second = state("#/wgmma/8000002000010080?show=read");
    // The other shows its read then, too.
    shows(&page, &state("#/wgmma/4000004000010040?show=read"), &second).await?;
    page.press("Edit A").await?;
    put("0x4000404000010040").await?;
    shows(
        &page,
        &state("#/tcgen05/4000404000010040?show=read"),
        &second,
    )
    .await
}

/// From the menu the layout in use is the first, and the page asks for the second.
#[test]
async fn the_atlas_asks_for_a_second_layout() -> Result<()> {
    let link = "#/wgmma/8000002000010040?k=32";
    let page = Page::open(link).await?;
    page.follow("Compare").await?;
    let asked = pair_to_complete(link);
    let input = page
        .wait_for("the box", || page.find(".pair-ask-box input").map(Some))
        .await?;
    assert_eq!(page.link(), asked);
    let links = "return [...document.querySelectorAll('.pair-worth')].map((pair) => pair.getAttribute('href'))";
    let worth = page.execute(links, &[])?;
    let all: Vec<String> = PairToCompare::ALL.iter().map(PairToCompare::link).collect();
    assert_eq!(worth, serde_json::json!(all));
    page.paste_in(&input, "hello").await?;
    page.press("Compare").await?;
    page.wait_until(
        "why not",
        "return document.querySelector('.pair-ask .fault')",
    )
    .await?;
    page.paste_in(&input, "0x4000004000010040").await?;
    page.press("Compare").await?;
    let (first, second) = (
        state("#/wgmma/8000002000010040?k=32&show=read"),
        state("#/wgmma/4000004000010040?k=32&show=read"),
    );
    shows(&page, &first, &second).await?;
    page.execute("history.back()", &[])?;
    page.shows(&state(link)).await?;
    Ok(())
}

/// What is loaded later comes below the pictures and takes the place of none.
#[test]
async fn traces_come_without_a_picture_that_goes() -> Result<()> {
    let page = Page::open("#/support").await?;
    let note_what_goes = "
        window.gone = [];
        new MutationObserver((changes) => {
            for (const { target, removedNodes } of changes) {
                if (target.matches('.pair-halves, .pair-halves *')) {
                    gone.push(...[...removedNodes].flatMap((node) => node.className ?? []));
                }
            }
        }).observe(document.body, { childList: true, subtree: true });
    ";
    page.execute(note_what_goes, &[])?;
    page.goto("#/compare/figure/157/with/figure/158").await?;
    let traces = "return document.querySelectorAll('.pair-trace .inspector')[1]";
    page.wait_until("both traces", traces).await?;
    let gone = page.execute(
        "return gone.filter((name) => /view|pair/.test(name)).join()",
        &[],
    )?;
    assert_eq!(gone, "");
    Ok(())
}

/// What a pair worth comparing says of itself is what its page says.
#[test]
async fn a_pair_worth_comparing_opens() -> Result<()> {
    let page = Page::open(&pair_to_complete("#/")).await?;
    for pair in &PairToCompare::ALL {
        page.goto(&pair_to_complete("#/")).await?;
        let css = format!(".pair-worth[href='{}']", pair.link());
        let words =
            "return document.querySelector(arguments[0])?.querySelector('span > span').textContent";
        let told = page
            .wait_for(&css, || {
                let told = page.execute(words, &[css.as_str()])?;
                Ok(told.as_str().map(String::from))
            })
            .await?;
        page.click_on(&css).await?;
        let headline =
            "return document.querySelector('[data-verdict]')?.textContent.includes(arguments[0])";
        page.wait_for(&told, || {
            let says = page.execute(headline, &[told.as_str()])?;
            Ok((says == true).then_some(()))
        })
        .await?;
    }
    Ok(())
}
