//! The copies that bring the blocks to tensor memory, each with its descriptor.

use swizzle_core::hardware::{CopyShape, Use};
use swizzle_core::{Element as Type, Major, Said, Swizzle};
use swizzle_draw::scene::BlockMap;
use swizzle_lints::copy_text;
use swizzle_tmem::scale::{BLOCK_BYTES, BlockCopy, Copies, ScaleStage};
use swizzle_view::{Route, Shown, link_from_shown};
use yew::prelude::*;

use crate::control::copy_button;
use crate::element::{Attr, Element, el};
use crate::page::table::{row_head, table};

/// Rows of a copy's source, and bytes of each.
const SOURCE: (u32, u32) = (32, 16);

/// The atlas' link of a copy's descriptor: 32 rows of 16 bytes.
fn atlas_link(copy: &BlockCopy) -> String {
    let mut said = Said::default().with_given(copy.descriptor);
    said.reader.used_for = Some(Use::Copy);
    said.reader.shape = Some(CopyShape::R32x128b);
    said.tile.element = Some(Type::U8);
    said.tile.major = Some(Major::K);
    said.tile.swizzle = Some(Swizzle::None);
    (said.tile.mn, said.tile.k) = (Some(SOURCE.0), Some(SOURCE.1));
    link_from_shown(&Shown {
        said,
        ..Shown::default()
    })
}

/// The table, given the map of the blocks; `on_at` is called with the number of the copy under the pointer.
pub(super) fn copies(
    stage: &ScaleStage,
    map: &BlockMap,
    here: Option<usize>,
    on_at: &Callback<Option<usize>>,
) -> Element {
    let shape = &stage.shape;
    let group = shape.form.ctas();
    let row = |(number, copy): (usize, &BlockCopy)| {
        let start = copy.byte;
        let block = (start - shape.first_byte) / BLOCK_BYTES;
        let contents = map.blocks.iter().find(|one| one.place == copy.block());
        let contents = contents.map(|block| format!("{}, {}", block.rows, block.factors));
        let text = copy.descriptor.to_string();
        el("tr")
            .class_if(here == Some(number), "is-here")
            .on_pointer_move(on_at.reform(move |_: PointerEvent| Some(number)))
            .child(row_head(format!("block {block}")))
            .child(
                el("td")
                    .child(el("code").child(text.clone()))
                    .child(copy_button(text, "the descriptor")),
            )
            .child(el("td").child(el("code").child(format!("{start:#x}"))))
            .child(el("td").child(el("code").child((shape.first_column + copy.column).to_string())))
            .child(el("td").child(contents))
            .child(
                el("td").child(
                    el("a")
                        .attr(Attr::Href, atlas_link(copy))
                        .attr(Attr::AriaLabel, format!("Open in the atlas: block {block}"))
                        .child("Open in the atlas"),
                ),
            )
    };
    let heads = [
        "",
        &format!("descriptor: {}", copy_text(stage)),
        "start",
        "column",
        "contents",
        "",
    ];
    let uncovered = stage
        .readings
        .iter()
        .any(|one| one.held.copies == Copies::Two);
    let uncovered = uncovered.then(|| {
        let copy = |name: &'static str| {
            el("a")
                .attr(
                    Attr::Href,
                    format!("{}?cp={name}", Route::TensorMemory.address()),
                )
                .child(el("code").child(name))
        };
        el("p")
            .class("scale-uncovered")
            .child("These copies write four copies of each row, the PTX ISA’s reading, which is drawn above; CUTLASS issues them for this M, too. The lanes of CuTe’s two copies are those of ")
            .child(copy("64x128b.01_23"))
            .child("; ")
            .child(copy("64x128b.02_13"))
            .child(" writes row r to lanes r and r + 64, where A of such a pair is in tensor memory (both inferred from equal maps). swizzle tmem and the page of tensor memory start with CuTe’s reading, because it puts the factors of each half of N in the lanes of that half of D, and because a fork of Triton saw column n scaled by the factor of n mod 64 where its factors did not follow that layout (facebookexperimental/triton 3653).")
    });
    el("section")
        .class("scale-copies")
        .attr(Attr::AriaLabel, "Copies")
        .child(
            el("h2")
                .child("Copies")
                .child(el("small").child(el("code").child(format!(
                    "tcgen05.cp.cta_group::{group}.32x128b.warpx4 [taddr + column], descriptor"
                )))),
        )
        .child(
            table(
                "Copies with their descriptors",
                heads,
                stage.copies.iter().enumerate().map(row),
            )
            .on_pointer_leave(on_at.reform(|_: PointerEvent| None)),
        )
        .child(uncovered)
}
