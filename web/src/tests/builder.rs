//! From a layout to code: the builder.

use swizzle_code::build::{Instruction, SaidInstruction, spec_for_building};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::reader::{Spec, VerdictKind};
use swizzle_view::link::build_address;
use swizzle_view::{link_from_shown, shown_from_link};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test as test;
use web_sys::HtmlSelectElement;

use super::host::{Page, Result};

/// A tile of two warpgroups and four steps.
const TILE: &str = "#/wgmma?operand=A&element=bf16&major=K&swizzle=128B&mn=128&k=64";
/// One of Blackwell, with an instruction descriptor.
const TILE_OF_TCGEN05: &str = "#/tcgen05?operand=A&element=bf16&major=K&swizzle=128B&mn=128&k=64";

fn spec(link: &str) -> Spec {
    spec_for_building(&shown_from_link(link).shown.said, None).expect("a tile")
}

impl Page {
    async fn code(&self, words: &str) -> Result<String> {
        // The comments at its head are folded.
        let code = "[...document.querySelectorAll('.build-notes code, .build-code code')].map((part) => part.textContent).join('')";
        let script = format!("return {code}.includes({words:?})");
        self.wait_until(words, &script).await?;
        self.text_of(&format!("return {code}"))
    }

    /// Opens the drawer.
    async fn opens_parameters(&self) -> Result<()> {
        self.press("All parameters").await?;
        let is_there = "return document.querySelector('.drawer input')";
        self.wait_until("the drawer", is_there).await.map(drop)
    }

    /// Chooses in the drawer, from a list or among segments.
    async fn takes(&self, label: &str, text: &str) -> Result<()> {
        let css = format!(".drawer [aria-label='{label}']");
        let found = self.wait_for(&css, || self.find(&css).map(Some)).await?;
        match found.dyn_into::<HtmlSelectElement>() {
            Ok(list) => self.pick_from(&list, text).await,
            Err(_) => {
                let button =
                    format!("//*[contains(@class, 'drawer')]//*[@aria-label='{label}']//button[.='{text}']");
                self.click_on_xpath(&button).await
            }
        }
    }

    /// Types a number in the drawer.
    async fn types(&self, label: &str, text: &str) -> Result<()> {
        let css = format!(".drawer input[aria-label='{label}']");
        let field = self.wait_for(&css, || self.find(&css).map(Some)).await?;
        self.fill_in(&field, text).await
    }

    /// Presses a layout of the picker.
    async fn uses(&self, name: &str) -> Result<()> {
        self.click_on(&format!(".picker [aria-label^='{name}']")).await
    }
}

#[test]
async fn a_tile_becomes_code_in_every_language() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE)).await?;
    let spec = spec(TILE);
    let instruction = Instruction::of(&spec, &SaidInstruction::default());
    let opened = shown_from_link(TILE).shown;
    for (words, language, sign) in [
        ("CUDA C++", Language::Cuda, "kDescriptorHigh"),
        ("CuTe C++", Language::Cute, "cute::"),
        ("CUTLASS Python", Language::CuteDsl, "import cutlass"),
        ("Rust", Language::Rust, "pub const"),
    ] {
        if language != Language::Cuda {
            page.press(words).await?;
        }
        let shown = page.code(sign).await?;
        let link = link_from_shown(&opened);
        let address = page.text_of("return location.href.split('#')[0]")? + &link;
        let sourced = Sourced { spec: &spec, instruction: &instruction, name: "tile_a", link: &address };
        let wanted = source_code(language, &sourced).expect("code");
        assert!(shown == wanted, "{words}");
    }
    // Long lines wrap under their own indentation, and are copied as they are.
    let lines = "const lines = [...document.querySelectorAll('.build-code code > span')];
        const long = lines.find((line) => line.style.getPropertyValue('--indent') && line.textContent.length > 60);
        const { paddingLeft, textIndent } = getComputedStyle(long);
        return long && parseFloat(paddingLeft) > 0 && parseFloat(textIndent) === -parseFloat(paddingLeft)
            && lines.every((line) => line.scrollWidth <= line.clientWidth)";
    page.wait_until("lines that wrap", lines).await?;
    let rows = "return document.querySelectorAll('.build-reads tbody tr').length === 8";
    page.wait_until("two blocks of four steps", rows).await?;
    page.has_verdict(VerdictKind::Right, "All 1,024 units are read exactly once (8 reads)").await?;
    Ok(())
}

/// Types into the field that has the focus, a key a task, without waiting for what is drawn.
const BURST: &str = "
    arguments[0].focus();
    arguments[0].select();
    const [next, ...rest] = arguments[1];
    const type = (key, rest) => {
        document.execCommand('insertText', false, key);
        if (rest.length) setTimeout(() => type(rest[0], rest.slice(1)), Number(arguments[2]));
    };
    type(next, rest);";

/// What the panel, the title and the address say of M.
const EVERY_M: &str = "
    const code = [...document.querySelectorAll('.build-code code')].map((part) => part.textContent).join('');
    return [document.querySelector('.drawer input[aria-label=M]').value, /kM = (\\d+)/.exec(code)?.[1], /mn=(\\d+)/.exec(location.hash)?.[1]].join(' ')";

#[test]
async fn a_size_that_is_typed_in_a_burst_stays() -> Result<()> {
    for pause in ["0", "5", "20"] {
        let page = Page::open("#/?").await?;
        page.type_address(&build_address(TILE_OF_TCGEN05)).await?;
        page.code("kM = 128").await?;
        page.opens_parameters().await?;
        let field = page.find(".drawer input[aria-label=M]")?;
        page.execute_with(BURST, &[field.into(), "192".into(), pause.into()])?;
        page.wait_until("M = 192", &format!("return (() => {{{EVERY_M}}})() === '192 192 192'")).await?;
        for _ in 0..30 {
            page.rendered().await;
            assert_eq!(page.text_of(EVERY_M)?, "192 192 192", "pause {pause}");
        }
    }
    Ok(())
}

/// Its letters pass through good numbers: none of them stays, in the address or after Enter.
#[test]
async fn a_number_that_is_refused_leaves_the_one_before() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE_OF_TCGEN05)).await?;
    page.code("kM = 128").await?;
    page.opens_parameters().await?;
    let is_refused = "return document.querySelector('.drawer [role=alert]')";
    for before in ["", "32"] {
        if !before.is_empty() {
            page.types("Instruction N", before).await?;
            page.key("Enter").await?;
            page.wait_until("N = 32", "return location.hash.includes('n=32')").await?;
        }
        let link = page.link();
        page.types("Instruction N", "99999999").await?;
        page.wait_until("a refusal", is_refused).await?;
        page.key("Enter").await?;
        page.has_address(&link).await?;
        page.key("Escape").await?;
        page.has_address(&link).await?;
    }
    Ok(())
}

#[test]
async fn a_tile_is_chosen_where_it_is_built() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE)).await?;
    page.code("kDescriptorHigh").await?;
    page.opens_parameters().await?;
    page.types("M", "192").await?;
    page.code("kM = 192, kK = 64").await?;
    page.uses("bf16, K-major, 64B").await?;
    page.takes("Atom order", "K first").await?;
    page.code("atoms along K first").await?;
    page.code("64B swizzle").await?;
    let told = "['mn=192', '64B', 'order=k'].every((part) => location.hash.includes(part))";
    page.wait_until("the address", &format!("return {told}")).await?;
    // The memory side takes the same tile.
    assert_eq!(
        page.text_of("return sessionStorage.getItem('atlas') ?? ''")?,
        page.link().replace("build/", "")
    );
    // What cannot be an extent stays, with the reason; the tile stays as it was.
    page.types("K", "many").await?;
    let fault = "return document.querySelector('.drawer [role=alert]')?.textContent.length > 0";
    page.wait_until("why it cannot be", fault).await?;
    let written = "return document.querySelector('.drawer input[aria-label=K]').value";
    assert_eq!(page.text_of(written)?, "many");
    page.code("kM = 192, kK = 64").await?;
    Ok(())
}

/// An edit is taken back, and what follows from the tile with it.
#[test]
async fn an_edit_of_the_tile_is_undone() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE)).await?;
    page.code("kM = 128, kK = 64").await?;
    page.uses("bf16, K-major, 32B").await?;
    page.code("32B swizzle").await?;
    page.press("Undo").await?;
    page.code("128B swizzle").await?;
    page.press("Redo").await?;
    page.code("32B swizzle").await?;
    page.wait_until("the address", "return location.hash.includes('32B')").await?;
    // A typed address then defines the tile, whatever was edited before.
    page.type_address(&build_address(TILE)).await?;
    page.code("128B swizzle").await?;
    page.has_verdict(VerdictKind::Right, "All 1,024 units are read exactly once (8 reads)").await
}

/// The picture is of the stage that the table lists.
#[test]
async fn another_stage_is_drawn_at_its_own_addresses() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(&format!("{TILE}&stages=2"))).await?;
    page.press("Show in the tile").await?;
    page.press("Stage 1").await?;
    let lines = "return document.querySelector('.in-tile .pair-second .ax.end:not(.word-axis)')?.textContent === '0x4400'";
    page.wait_until("its lines", lines).await?;
    let heads = "return document.querySelector('.build-reads thead th:last-child').textContent";
    assert_eq!(page.text_of(heads)?, "16-byte units");
    let start = "return document.querySelector('.build-reads tbody td:nth-child(3)').textContent";
    assert_eq!(page.text_of(start)?, "0x4400");
    Ok(())
}

/// One read is looked at: by press, and by key.
#[test]
async fn a_read_is_looked_at() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE)).await?;
    page.click_on(".build-reads tbody tr:nth-child(5)").await?;
    page.execute("document.querySelector('.build-reads .scroller').focus()", &[])?;
    page.key("ArrowDown").await?;
    let chosen = "return document.querySelector('.build-reads tr[aria-current]').textContent.startsWith('16–3164–127')";
    page.wait_until("the sixth", chosen).await?;
    Ok(())
}

#[test]
async fn bits_of_the_instruction_descriptor_flip_and_are_judged() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE_OF_TCGEN05)).await?;
    let built = Instruction::of(&spec(TILE_OF_TCGEN05), &SaidInstruction::default());
    let idesc = built.idesc().expect("tcgen05 has one").expect("a code");
    let is = |hex: String| format!("return document.querySelector('.idesc input')?.value === '{hex}'");
    page.wait_until("the built one", &is(idesc.to_string())).await?;
    let quiet = "return document.querySelectorAll('.idesc .build-faults li').length === 0";
    page.wait_until("nothing wrong", quiet).await?;
    // Transpose A: the tile is K-major.
    page.click_on(".idesc button[aria-label^='Transpose A']").await?;
    page.click_on("[aria-label^='Instruction bit 15:']").await?;
    let flipped = format!("0x{:08x}", idesc.raw() ^ 1 << 15);
    page.wait_until("the flipped one", &is(flipped)).await?;
    let told = "return document.querySelector('.idesc .build-faults')?.textContent.includes('Transpose A')";
    page.wait_until("what is wrong", told).await?;
    page.press("Back to the built one").await?;
    page.wait_until("the built one", &is(idesc.to_string())).await?;
    Ok(())
}

#[test]
async fn a_pair_of_ctas_has_its_tensor_memory_written() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE_OF_TCGEN05)).await?;
    page.code("constexpr uint32_t kAllocatedColumns = 64;").await?;
    page.opens_parameters().await?;
    page.takes("cta_group", "2").await?;
    page.takes("Load of D", "16x256b").await?;
    page.code("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32").await?;
    page.code("tcgen05.ld.sync.aligned.16x256b.x8.b32").await?;
    let told = "['form=cta-group-2', 'load=16x256b'].every((part) => location.hash.includes(part))";
    page.wait_until("the address", &format!("return {told}")).await?;
    // M is that of both CTAs.
    let name = "return document.querySelector('.idesc input')?.value === '0x10100490'";
    page.wait_until("the instruction descriptor of M = 256", name).await?;
    page.takes("cta_group", "1, .ws").await?;
    page.code("tcgen05.mma.ws.cta_group::1.kind::f16").await?;
    // What no form of a language has is said.
    page.press("CUTLASS Python").await?;
    page.code("multiply of the DSL: it has no .ws form").await?;
    page.code("def row_of(warp, load, thread, r):").await?;
    Ok(())
}

/// D of 16 bits is packed; with 64 rows it may begin in lane 16; and more than 128 rows of B are several blocks of a pair.
#[test]
async fn the_load_of_d_is_packed_and_at_an_address_of_its_own() -> Result<()> {
    let page = Page::open("#/?").await?;
    let tile = "#/tcgen05?operand=A&element=f16&major=K&swizzle=128B&mn=64&k=64&rows=64";
    page.type_address(&build_address(tile)).await?;
    page.code("kColumnOfD = 0;").await?;
    page.opens_parameters().await?;
    page.takes("Type of D", "f16").await?;
    page.takes("Packing of the load", "16b").await?;
    page.takes("First lane of D", "16").await?;
    page.types("Column of D", "64").await?;
    page.code("tcgen05.ld.sync.aligned.32x32b.x32.pack::16b.b32").await?;
    page.code("kLaneOfD = 16, kOffsetOfD = 0x00100040;").await?;
    let told = "['pack=16b', 'd_column=64', 'd_lane=16'].every((part) => location.hash.includes(part))";
    page.wait_until("the address", &format!("return {told}")).await?;
    let of_b = "#/tcgen05?operand=B&element=bf16&major=K&swizzle=128B&mn=256&k=64";
    page.type_address(&build_address(of_b)).await?;
    page.takes("cta_group", "2").await?;
    let note =
        "N = 256 is that of the pair: an instruction reads 128 rows of B in each CTA, of 256 in 2 blocks.";
    let says = format!("return document.querySelector('.drawer').textContent.includes('{note}')");
    page.wait_until("what was taken", &says).await?;
    Ok(())
}

/// Rows are counted through both CTAs; each has them at the same addresses of its own shared memory.
#[test]
async fn a_pair_has_the_grids_of_both_ctas() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address(&build_address(TILE_OF_TCGEN05)).await?;
    page.opens_parameters().await?;
    page.takes("cta_group", "2").await?;
    let grids = "const grids = [...document.querySelectorAll('.build-pair[open] .cell-touch')];";
    page.wait_until("four grids", &format!("{grids} return grids.length === 4")).await?;
    for key in ["ArrowDown", "ArrowDown"] {
        let press = format!(
            "{grids} grids[2].dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }}))"
        );
        page.execute(&press, &[])?;
        page.rendered().await;
    }
    // A line of 128 bytes further, and its first unit in slot 1.
    let said = page.text_of("return document.querySelector('.build-pair [role=status]').textContent")?;
    assert_eq!(
        said,
        "A of CTA 0, row 1, unit 0: elements K 0–7: byte 0x490. A of CTA 1, row 129, unit 0: elements K 0–7: byte 0x490."
    );
    Ok(())
}

#[test]
async fn the_atlas_the_builder_and_the_matrix_lead_to_each_other() -> Result<()> {
    let page = Page::open(TILE).await?;
    page.follow("Build").await?;
    page.code("kDescriptorHigh").await?;
    assert_eq!(page.link(), build_address(TILE));
    page.follow("All combinations").await?;
    let cell = "return document.querySelector('.combo[aria-current]')";
    page.wait_until("the matrix, and the tile in it", cell).await?;
    page.click_on("#cell-f16-K-64B").await?;
    page.follow("Build this tile").await?;
    page.code("kDescriptorHigh").await?;
    page.follow("Check it →").await?;
    page.wait_until("Check", "return document.querySelector('.check .bits')").await?;
    Ok(())
}
