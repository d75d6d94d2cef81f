//! The loom: its bits take the cell elsewhere, a field lights its wires, and all of it is there as text.

use swizzle_core::reader::Loom;
use swizzle_core::{Coord, trace_from_element};
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_text::loom_lines;

use crate::page::Page;

#[test]
fn a_bit_of_the_cell_is_turned_by_click_and_by_key() -> Result<()> {
    let link = "#/wgmma/4000004000010040?cell=3,40";
    let page = Page::open(link)?;
    let mut at = crate::page::state(link);
    page.traces(&at, Coord { mn: 3, k: 40 })?;
    // r5 to r0 and u2 to u0: r3 leads eight rows on.
    let bit = |index: usize| page.session().find(&format!(".loom-bit[value='{index}']"));
    bit(2)?.click()?;
    at.pinned = Some(Coord { mn: 11, k: 40 });
    page.traces(&at, Coord { mn: 11, k: 40 })?;
    page.session()
        .execute("document.querySelector('.loom-bit').focus()", &[])?;
    for _ in 0..8 {
        page.session().chord(&[keys::RIGHT])?;
    }
    page.session().chord(&[keys::ENTER])?;
    at.pinned = Some(Coord { mn: 11, k: 32 });
    page.traces(&at, Coord { mn: 11, k: 32 })?;
    page.has_address_of(&at)
}

/// Modes, major-ness, elements, a base offset, a stride that is no power of two, one that overlaps, chunks.
#[test]
fn it_is_drawn_for_every_kind_of_layout() -> Result<()> {
    let page = Page::open("")?;
    for link in [
        "#/wgmma?swizzle=none&cell=9,24",
        "#/wgmma?swizzle=32B&major=MN&cell=24,9",
        "#/tcgen05?swizzle=128B-32B-atom&major=MN&element=tf32&cell=4,6",
        "#/wgmma?base_offset=3&start=0x480&pattern=0x580&cell=11,40",
        "#/wgmma/4000004100010040?show=read&cell=11,8",
        "#/wgmma/4000000800010040?show=read&cell=8,0",
        "#/tcgen05?element=e2m1-packed&cells=elements&cell=3,41",
        "#/tcgen05?element=e3m2&cells=elements&cell=3,41",
        "#/wgmma?meant_row_bytes=160&cell=3,40",
    ] {
        page.type_address(link)?;
        let at = crate::page::state(link);
        page.shows(&at)?;
        page.traces(&at, at.pinned.expect("a pinned cell"))?;
    }
    Ok(())
}

/// Whether a loom is drawn, and no two of its names meet.
const NAMES_ARE_APART: &str = "
    const names = [...document.querySelectorAll('.loom-name')].map((name) => name.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
    return names.length > 3 && !names.some((a, at) => names.slice(at + 1).some((b) => meet(a, b)));";

#[test]
fn its_names_do_not_run_into_each_other() -> Result<()> {
    let page = Page::open("")?;
    for link in [
        "#/learn/start-and-base-offset/2",
        "#/learn/start-and-base-offset/3",
        "#/learn/the-xor/1",
        "#/learn/the-xor/5",
        "#/learn/k-major/1",
        "#/wgmma?swizzle=none&cell=9,24",
        "#/wgmma?base_offset=3&start=0x480&pattern=0x580&cell=11,40",
        "#/tcgen05?element=e3m2&cells=elements&cell=3,41",
    ] {
        page.type_address(link)?;
        page.session()
            .wait_for(&format!("{link}: names apart"), |_| {
                let is = page.session().execute(NAMES_ARE_APART, &[])?;
                Ok(is.as_bool().filter(|is| *is))
            })?;
    }
    Ok(())
}

#[test]
fn a_field_that_is_pointed_at_lights_its_wires() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?cell=11,40")?;
    let lit = |field: &str| {
        page.session().wait_for(&format!("{field} lit"), |_| {
            let is =
                page.text_of("return document.querySelector('.inspector').dataset.lit ?? ''")?;
            if is == field {
                return Ok(Some(()));
            }
            Err(Error::new(format!("{is} is lit")))
        })
    };
    page.session().find(".bit[value='38']")?.click()?;
    lit("sbo")?;
    page.session().find("#number-start")?.click()?;
    lit("start")?;
    page.session().find(".heading h1")?.click()?;
    lit("")
}

#[test]
fn it_is_there_as_text() -> Result<()> {
    let link = "#/wgmma/4000004000010040?cell=11,40";
    let page = Page::open(link)?;
    page.session().find(".inspector-twin summary")?.click()?;
    let at = Coord { mn: 11, k: 40 };
    let spec = crate::page::state(link).spec().expect("a tile");
    let trace = trace_from_element(spec.layout(), at);
    let expected = loom_lines(&trace, &Loom::of(&spec, at, false)).join("\n");
    page.session().wait_for("the trace as text", |_| {
        let lines = page.text_of(
            "return [...document.querySelectorAll('.inspector-twin li')].map((line) => line.textContent).join('\\n')",
        )?;
        if lines == expected {
            return Ok(Some(()));
        }
        Err(Error::new(lines))
    })
}
