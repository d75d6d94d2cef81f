//! Meaning of the values that a link leaves out. Frozen: a fresh page may come to infer something else, an old link must
//! not.

use super::*;
use swizzle_core::hardware::{Element, Major, Operand, Sparsity};
use swizzle_core::reader::Reader;
use swizzle_core::tile::{Order, Tile};

const ARCH: Arch = Arch::Wgmma;
const OPERAND: Operand = Operand::A;
const SPARSITY: Sparsity = Sparsity::Dense;
const LBO_MODE: LboMode = LboMode::Relative;
const ELEMENT: Element = Element::Bf16;
const MAJOR: Major = Major::K;
const SWIZZLE: Swizzle = Swizzle::B128;
const MN: u32 = 64;
const K: u32 = 64;
const ORDER: Order = Order::Mn;
const START_BYTES: u32 = 0x400;

/// Specifies the values that a link means by silence, wherever a fresh page would infer others.
pub(super) fn say_what_silence_means(said: &mut Said) {
    let (tile, reader) = (Tile::default(), Reader::default());
    say(&mut said.reader.operand, reader.operand, OPERAND);
    say(&mut said.reader.sparsity, reader.sparsity, SPARSITY);
    say(&mut said.tile.element, tile.element, ELEMENT);
    say(&mut said.tile.major, tile.major, MAJOR);
    say(&mut said.tile.mn, tile.mn, MN);
    say(&mut said.tile.k, tile.k, K);
    if said.given.is_none() {
        say(&mut said.reader.arch, reader.arch, ARCH);
        say(&mut said.reader.lbo_mode, reader.lbo_mode, LBO_MODE);
        say(&mut said.tile.swizzle, tile.swizzle, SWIZZLE);
        say(&mut said.tile.order, tile.order, ORDER);
        say(&mut said.tile.start_bytes, tile.start_bytes, START_BYTES);
    }
}

fn say<T: PartialEq>(said: &mut Option<T>, assumed: T, frozen: T) {
    if said.is_none() && assumed != frozen {
        *said = Some(frozen);
    }
}
