//! Shared memory from one end to the other: every buffer of the kernel at its place.

use swizzle_core::Operand;
use swizzle_lens::{KernelView, MapKind, MapPiece};
use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// Less than this part of the whole is drawn apart: it would be too narrow to see.
const NARROW: u64 = 64;

/// The part of the bar that an offset takes.
const LABEL_PERCENT: f64 = 10.0;

/// The map; `on_go` is called with an instruction that reads the buffer that is pressed, and its stage.
pub(super) fn map(
    view: &KernelView,
    (row, side, stage): (usize, Operand, u32),
    on_go: &Callback<(usize, Operand, u32)>,
) -> Option<Element> {
    let of = view.maps.iter().find(|map| {
        map.pieces
            .iter()
            .any(|piece| piece.kind == MapKind::Operand(side) && piece.rows.contains(&row))
    });
    let of = of.or(view.maps.first())?;
    let narrow = |piece: &&MapPiece| piece.bytes * NARROW < of.bytes;
    let (apart, wide): (Vec<&MapPiece>, Vec<&MapPiece>) = of.pieces.iter().partition(narrow);
    let end = wide.iter().map(|piece| piece.offset + piece.bytes).max();
    let (kib, rest) = (of.bytes / 1024, of.bytes % 1024);
    let whole = match rest {
        0 => format!("{kib} KiB"),
        rest => format!("{kib} KiB + {rest} bytes"),
    };
    let others = match apart.len() {
        0 => None,
        1 => Some(apart[0].label.clone()),
        count => Some(
            match apart.iter().all(|piece| piece.kind == MapKind::Barriers) {
                true => format!("{count} barriers"),
                false => format!("{count} small buffers and barriers"),
            },
        ),
    };
    let bar = end.map(|end| bar(&wide, end.max(1), (row, side, stage), on_go));
    let small = (!apart.is_empty()).then(|| {
        el("ul").class("kernel-small").children(
            apart
                .iter()
                .take(8)
                .map(|piece| el("li").attr(Attr::Title, words(piece)).child(piece.stage)),
        )
    });
    Some(
        el("section")
            .class("kernel-map")
            .attr(Attr::AriaLabel, "Map of shared memory")
            .child(
                el("h2")
                    .child("Shared memory")
                    .child(el("small").child(format!("{}, {whole}", of.name)))
                    .child(
                        of.assumed_bytes
                            .map(|base| el("small").child(format!("base assumed: {base:#x}"))),
                    )
                    .child(others.map(|others| el("small").class("kernel-apart").child(others))),
            )
            .child(el("div").class("kernel-bar").child(bar).child(small)),
    )
}

fn words(piece: &MapPiece) -> String {
    format!(
        "{}: +{:#x}, {} bytes",
        piece.label, piece.offset, piece.bytes
    )
}

/// Bytes, in KiB where they are whole ones.
pub(super) fn size(bytes: u64) -> String {
    match bytes % 1024 {
        0 => format!("{} KiB", bytes / 1024),
        _ => format!("{bytes} B"),
    }
}

fn bar(
    wide: &[&MapPiece],
    end: u64,
    (row, side, stage): (usize, Operand, u32),
    on_go: &Callback<(usize, Operand, u32)>,
) -> Element {
    let share = |bytes: u64| 100.0 * bytes as f64 / end as f64;
    // Pieces that begin beside one another have one offset between them: that of an operand.
    let mut labelled: Option<f64> = None;
    let is_operand = |piece: &MapPiece| matches!(piece.kind, MapKind::Operand(_));
    let has_label = wide.iter().enumerate().map(|(index, piece)| {
        let at = share(piece.offset);
        let is_beside = wide[index + 1..]
            .iter()
            .any(|other| is_operand(other) && share(other.offset) - at <= LABEL_PERCENT);
        let is_apart = labelled.is_none_or(|before| at - before > LABEL_PERCENT)
            && (is_operand(piece) || !is_beside);
        if is_apart {
            labelled = Some(at);
        }
        is_apart
    });
    let has_label: Vec<bool> = has_label.collect();
    let one = |(piece, has_label): (&&MapPiece, bool)| {
        let is_here = piece.kind == MapKind::Operand(side)
            && piece.stage == stage
            && piece.rows.contains(&row);
        let class = match piece.kind {
            MapKind::Operand(Operand::A) => "is-a",
            MapKind::Operand(Operand::B) => "is-b",
            MapKind::Scales => "is-scales",
            MapKind::Barriers | MapKind::Copied => "is-other",
        };
        let style = format!(
            "left:{:.3}%;width:{:.3}%",
            share(piece.offset),
            share(piece.bytes.min(end.saturating_sub(piece.offset)))
        );
        let to = match piece.kind {
            MapKind::Operand(to) => {
                let is_of_row = to == side && piece.rows.contains(&row);
                let first = if is_of_row {
                    Some(row)
                } else {
                    piece.rows.first().copied()
                };
                first.map(|row| (row, to, piece.stage))
            }
            MapKind::Scales | MapKind::Barriers | MapKind::Copied => None,
        };
        el("button")
            .attr(Attr::Type, "button")
            .class("kernel-piece")
            .class(class)
            .class_if(is_here, "is-here")
            .attr(Attr::Style, style)
            .attr(Attr::Title, words(piece))
            .attr(Attr::Disabled, to.is_none())
            .on_click({
                let on_go = on_go.clone();
                Callback::from(move |_: MouseEvent| {
                    if let Some(to) = to {
                        on_go.emit(to);
                    }
                })
            })
            .child(
                el("span")
                    .child(el("b").child(piece.label.clone()))
                    .child(el("small").child(size(piece.bytes))),
            )
            .child(has_label.then(|| el("code").child(format!("+{:#x}", piece.offset))))
    };
    el("div")
        .class("kernel-pieces")
        .children(wide.iter().zip(has_label).map(one))
}
