//! The mistakes: each tile, the descriptor that is right for it, and the one that a slip makes of it, put together bit by
//! bit as a kernel does.

use swizzle_core::{Arch, Element, Major, Operand, Order, Said, SaidPlace, SaidReader, SaidTile, Swizzle};

/// A planted mistake.
pub(crate) struct Mistake {
    /// What went wrong.
    pub(crate) kind: &'static str,
    /// Architecture, tile and place, all of them.
    pub(crate) said: Said,
    /// What should have been written.
    pub(crate) right: u64,
    /// What was written.
    pub(crate) wrong: u64,
    /// The rule that names it, and words of its title.
    pub(crate) named: (&'static str, &'static str),
    /// Whether the right bits can be known from what was said.
    pub(crate) is_mendable: bool,
}

/// `matrix-descriptor-encode`.
const fn enc(bytes: u64) -> u64 {
    (bytes & 0x3ffff) >> 4
}

/// Bits of a Hopper descriptor from its fields.
const fn hopper(start: u64, lbo: u64, sbo: u64, code: u64) -> u64 {
    start | lbo << 16 | sbo << 32 | code << 62
}

/// Bits of a Blackwell descriptor from its fields.
const fn blackwell(start: u64, lbo: u64, sbo: u64, code: u64) -> u64 {
    start | lbo << 16 | sbo << 32 | 1 << 46 | code << 61
}

fn tile(
    arch: Arch,
    operand: Operand,
    (element, major, swizzle): (Element, Major, Swizzle),
    (mn, k): (u32, u32),
    order: Order,
) -> Said {
    Said {
        tile: SaidTile {
            element: Some(element),
            major: Some(major),
            swizzle: Some(swizzle),
            mn: Some(mn),
            k: Some(k),
            order: Some(order),
            start_bytes: Some(0x8400),
            ..SaidTile::default()
        },
        reader: SaidReader { arch: Some(arch), operand: Some(operand), ..SaidReader::default() },
        place: SaidPlace { step: Some(0), ..SaidPlace::default() },
        ..Said::default()
    }
}

/// A of Hopper, one column of K wide.
fn a128() -> Said {
    let form = (Element::Bf16, Major::K, Swizzle::B128);
    tile(Arch::Wgmma, Operand::A, form, (64, 64), Order::Mn)
}

/// A of Hopper, two blocks and two columns of K.
fn wide(arch: Arch) -> Said {
    let form = (Element::Bf16, Major::K, Swizzle::B128);
    tile(arch, Operand::A, form, (128, 128), Order::Mn)
}

/// N-major B of Hopper, two columns of 64.
fn nmajor(order: Order) -> Said {
    let form = (Element::F16, Major::Mn, Swizzle::B128);
    tile(Arch::Wgmma, Operand::B, form, (128, 64), order)
}

/// Core matrices.
fn cores(arch: Arch, mn: u32, order: Order) -> Said {
    let form = (Element::Bf16, Major::K, Swizzle::None);
    tile(arch, Operand::A, form, (mn, 64), order)
}

/// B of bytes with 64-byte rows.
fn b64(arch: Arch) -> Said {
    let form = (Element::E4m3, Major::K, Swizzle::B64);
    tile(arch, Operand::B, form, (128, 64), Order::Mn)
}

/// A with 32-byte rows.
fn a32() -> Said {
    let form = (Element::F16, Major::K, Swizzle::B32);
    tile(Arch::Wgmma, Operand::A, form, (64, 16), Order::Mn)
}

/// A of Blackwell.
fn a128_blackwell() -> Said {
    let form = (Element::Bf16, Major::K, Swizzle::B128);
    tile(Arch::Tcgen05, Operand::A, form, (128, 64), Order::Mn)
}

/// N-major tf32 of Blackwell, in atoms of 32 bytes.
fn tf32() -> Said {
    let form = (Element::Tf32, Major::Mn, Swizzle::B128Atom32);
    tile(Arch::Tcgen05, Operand::B, form, (128, 32), Order::K)
}

/// N-major cores of Blackwell.
fn cores_nmajor(arch: Arch) -> Said {
    let form = (Element::F16, Major::Mn, Swizzle::None);
    tile(arch, Operand::B, form, (128, 16), Order::Mn)
}

fn at_step(mut said: Said, step: u32) -> Said {
    said.place.step = Some(step);
    said
}

fn from(mut said: Said, start: u32, pattern: u32) -> Said {
    (said.tile.start_bytes, said.tile.pattern_bytes) = (Some(start), Some(pattern));
    said
}

fn in_block(mut said: Said, block: u32) -> Said {
    said.place.block = Some(block);
    said
}

fn exchanged_halves(raw: u64) -> u64 {
    raw.rotate_left(32)
}

/// The window of 96 columns that begins at column 96 of 192: inside of an atom.
fn second_warp(columns: u32) -> Said {
    let form = (Element::F16, Major::Mn, Swizzle::B128);
    let mut said = tile(Arch::Wgmma, Operand::B, form, (columns, 64), Order::K);
    (said.tile.buffer_mn, said.tile.at_mn) = (Some(2 * columns), Some(columns));
    said
}

/// A mistake of which the right bits are known.
fn mistake(
    kind: &'static str,
    said: Said,
    right: u64,
    wrong: u64,
    named: (&'static str, &'static str),
) -> Mistake {
    Mistake { kind, said, right, wrong, named, is_mendable: true }
}

/// A mistake that no other bits mend, or of which nothing that was said tells which.
fn unmendable(
    kind: &'static str,
    said: Said,
    right: u64,
    wrong: u64,
    named: (&'static str, &'static str),
) -> Mistake {
    Mistake { is_mendable: false, ..mistake(kind, said, right, wrong, named) }
}

/// Every mistake: two of each kind.
pub(crate) fn mistakes() -> Vec<Mistake> {
    [strides(), codes(), words(), starts(), others()].into_iter().flatten().collect()
}

const A: u64 = enc(0x8400);

fn right128() -> u64 {
    hopper(A, enc(16), enc(1024), 1)
}

fn right128_blackwell() -> u64 {
    blackwell(A, enc(16), enc(1024), 2)
}

fn right_tf32() -> u64 {
    blackwell(A, enc(4096), enc(512), 1)
}

#[rustfmt::skip]
fn strides() -> Vec<Mistake> {
    let nmajor_k = hopper(A, enc(8192), enc(1024), 1);
    let nmajor_mn = hopper(A, enc(1024), enc(2048), 1);
    let cores64 = hopper(A, enc(1024), enc(128), 0);
    let hopper64 = hopper(A, enc(16), enc(512), 2);
    let blackwell64 = blackwell(A, enc(16), enc(512), 4);
    let cores_n = blackwell(A, enc(2048), enc(128), 0);
    let (w, b) = (Arch::Wgmma, Arch::Tcgen05);
    let times_16 = ("units", "16 times too large");
    let sixteenth = ("units", "16 times too small");
    let swapped = ("swapped", "swapped");
    let mode = ("other-stride", "SBO is packed for another");
    vec![
        mistake("SBO in bytes", a128(), right128(), hopper(A, 1, 1024, 1), times_16),
        mistake("SBO in bytes", at_step(b64(w), 1), hopper64 + 2, hopper(A + 2, 1, 512, 2), times_16),
        mistake("LBO in bytes", cores(w, 64, Order::Mn), cores64, hopper(A, 1024, 8, 0), times_16),
        mistake("LBO in bytes", nmajor(Order::K), nmajor_k, hopper(A, 8192, 64, 1), times_16),
        mistake("both in bytes", cores(w, 64, Order::Mn), cores64, hopper(A, 1024, 128, 0), times_16),
        mistake("both in bytes", nmajor(Order::K), nmajor_k, hopper(A, 8192, 1024, 1), times_16),
        mistake("divided by 16 twice", a128(), right128(), hopper(A, 1, enc(1024) >> 4, 1), sixteenth),
        mistake("divided by 16 twice", tf32(), right_tf32(), blackwell(A, enc(4096), enc(512) >> 4, 1), sixteenth),
        mistake("both divided by 16 twice", nmajor(Order::K), nmajor_k, hopper(A, enc(8192) >> 4, enc(1024) >> 4, 1), sixteenth),
        mistake("both divided by 16 twice", nmajor(Order::Mn), nmajor_mn, hopper(A, enc(1024) >> 4, enc(2048) >> 4, 1), sixteenth),
        mistake("LBO and SBO exchanged", a128(), right128(), hopper(A, 64, 1, 1), swapped),
        mistake("LBO and SBO exchanged", cores(w, 64, Order::Mn), cores64, hopper(A, 8, 64, 0), swapped),
        mistake("roles of the swizzled form without swizzle", cores_nmajor(b), cores_n, blackwell(A, 8, 128, 0), swapped),
        mistake("roles of the swizzled form without swizzle", cores_nmajor(w), hopper(A, 128, 8, 0), hopper(A, 8, 128, 0), swapped),
        mistake("SBO of another mode", a128(), right128(), hopper(A, 1, enc(8 * 16), 1), ("overlap", "too small")),
        mistake("SBO of another mode", b64(b), blackwell64, blackwell(A, 1, enc(8 * 128), 4), mode),
        mistake("SBO of another mode", a128(), right128(), hopper(A, 1, enc(8 * 64), 1), ("overlap", "too small")),
        mistake("strides of a slice", nmajor(Order::Mn), nmajor_mn, hopper(A, 64, 64, 1), ("slice", "slice")),
        mistake("strides of a slice", cores(w, 128, Order::Mn), hopper(A, enc(2048), 8, 0), hopper(A, enc(1024), 8, 0), ("slice", "slice")),
        mistake("the other order of atoms", nmajor(Order::K), nmajor_k, nmajor_mn, ("meant", "other atom order")),
        mistake("the other order of atoms", cores(w, 128, Order::K), hopper(A, 8, 64, 0), hopper(A, 128, 8, 0), ("meant", "other atom order")),
        mistake("LBO left out where it is used", nmajor(Order::K), nmajor_k, hopper(A, 0, 64, 1), ("overlap", "LBO is too small")),
        mistake("LBO left out where it is used", cores(w, 64, Order::Mn), cores64, hopper(A, 0, 8, 0), ("overlap", "LBO is too small")),
        mistake("SBO of 8 rows for atoms of 4", tf32(), right_tf32(), blackwell(A, 256, 64, 1), ("overlap", "share a byte")),
        mistake("SBO of 8 rows for atoms of 4", at_step(tf32(), 1), right_tf32() + 64, blackwell(A + 64, 256, 64, 1), ("overlap", "share a byte")),
        mistake("plain rows", cores(w, 64, Order::Mn), cores64, hopper(A, 1, enc(128), 0), ("plain-rows", "plain rows")),
        mistake("plain rows", cores(b, 128, Order::Mn), blackwell(A, 128, 8, 0), blackwell(A, 1, enc(128), 0), ("plain-rows", "plain rows")),
    ]
}

#[rustfmt::skip]
fn codes() -> Vec<Mistake> {
    let hopper32 = hopper(A, 1, enc(256), 3);
    let blackwell64 = blackwell(A, 1, enc(512), 4);
    let code = |words| ("swizzle-code", words);
    vec![
        mistake("the tensor map's number on Hopper", a128(), right128(), hopper(A, 1, 64, 3), code("tensor map")),
        mistake("the tensor map's number on Hopper", a32(), hopper32, hopper(A, 1, 16, 1), code("tensor map")),
        mistake("the tensor map's number on Blackwell", a128_blackwell(), right128_blackwell(), blackwell(A, 1, 64, 3), ("operand-form", "Swizzle code 3")),
        mistake("the tensor map's number on Blackwell", tf32(), right_tf32(), blackwell(A, 256, 32, 4), ("operand-form", "needs the swizzle with 32B atoms")),
        mistake("Blackwell's code on Hopper", a128(), right128(), hopper(A, 1, 64, 2), code("tcgen05")),
        mistake("Blackwell's code on Hopper", a32(), hopper32, hopper(A, 1, 16, 6 & 3), code("tcgen05")),
        mistake("Hopper's code on Blackwell", a128_blackwell(), right128_blackwell(), blackwell(A, 1, 64, 1), code("wgmma")),
        mistake("Hopper's code on Blackwell", b64(Arch::Tcgen05), blackwell64, blackwell(A, 1, 32, 2), code("wgmma")),
        mistake("no code", a128(), right128(), hopper(A, 1, 64, 0), code("without")),
        mistake("no code", a128_blackwell(), right128_blackwell(), blackwell(A, 1, 64, 0), code("without")),
    ]
}

#[rustfmt::skip]
fn words() -> Vec<Mistake> {
    let pointer: u64 = 0x7f5a_c400_8400;
    let low = u64::from(pointer as u32);
    let rest = hopper(0, 1, 64, 1);
    let blackwell64 = blackwell(A, 1, enc(512), 4);
    let hopper64 = hopper(A, 1, enc(512), 2);
    let fixed = ("stray-bits", "46–48");
    let mode = ("absolute-lbo", "mode bit");
    vec![
        mistake("halves exchanged", a128(), right128(), exchanged_halves(right128()), ("halves", "halves")),
        mistake("halves exchanged", a128_blackwell(), right128_blackwell(), exchanged_halves(right128_blackwell()), ("halves", "halves")),
        mistake("a generic pointer, not masked", a128(), right128(), rest | pointer >> 4, ("pointer", "generic pointer")),
        mistake("a generic pointer, not masked", nmajor(Order::K), hopper(A, 512, 64, 1), hopper(0, 512, 64, 1) | low >> 4, ("pointer", "generic pointer")),
        mistake("start not shifted", a128(), right128(), rest | 0x8400 & 0x3fff, ("units", "Start is 16 times")),
        mistake("start not shifted", a128_blackwell(), right128_blackwell(), blackwell(0, 1, 64, 2) | 0x8400, ("units", "Start is 16 times")),
        mistake("Blackwell's constant left out", a128_blackwell(), right128_blackwell(), right128_blackwell() & !(1 << 46), fixed),
        mistake("Blackwell's constant left out", b64(Arch::Tcgen05), blackwell64, blackwell64 & !(1 << 46), fixed),
        mistake("Blackwell's constant on Hopper", a128(), right128(), right128() | 1 << 46, fixed),
        mistake("Blackwell's constant on Hopper", b64(Arch::Wgmma), hopper64, hopper64 | 1 << 46, fixed),
        mistake("the LBO mode's bit set", a128_blackwell(), right128_blackwell(), right128_blackwell() | 1 << 52, mode),
        mistake("the LBO mode's bit set", b64(Arch::Tcgen05), blackwell64, blackwell64 | 1 << 52, mode),
    ]
}

#[rustfmt::skip]
fn starts() -> Vec<Mistake> {
    let (w, b) = (Arch::Wgmma, Arch::Tcgen05);
    let (r, rb) = (right128(), right128_blackwell());
    let blackwell64 = blackwell(A, 1, enc(512), 4);
    let advance = |words| ("advance", words);
    let place = ("meant", "start does not match");
    vec![
        mistake("K advanced by elements as units", at_step(a128(), 1), r + 2, r + 16, advance("in elements")),
        mistake("K advanced by elements as units", at_step(a128_blackwell(), 2), rb + 4, rb + 32, advance("in elements")),
        mistake("K advanced by bytes as units", at_step(a128(), 1), r + 2, r + 32, advance("in bytes")),
        mistake("K advanced by bytes as units", at_step(b64(b), 1), blackwell64 + 2, blackwell64 + 32, advance("in bytes")),
        mistake("K advanced by elements as bytes", at_step(a128(), 2), r + 4, r + (32 >> 4), advance("in elements")),
        mistake("K advanced by elements as bytes", at_step(a128_blackwell(), 3), rb + 6, rb + (48 >> 4), advance("in elements")),
        mistake("the step behind an atom's last", at_step(wide(w), 4), r + 0x400, r + 8, advance("next column")),
        mistake("the step behind an atom's last", at_step(wide(b), 5), rb + 0x402, rb + 10, advance("next column")),
        mistake("the block left out", in_block(wide(w), 1), r + 0x200, r, place),
        mistake("the block left out", at_step(in_block(wide(w), 1), 2), r + 0x204, r + 4, place),
    ]
}

#[rustfmt::skip]
fn others() -> Vec<Mistake> {
    let forgotten = from(a128(), 0x8480, 0x8480);
    let shifted = |start| hopper(enc(start), 1, 64, 1);
    let base = |base: u64| base << 49;
    let b480 = blackwell(enc(0x8480), 1, enc(512), 4);
    let behind = |mut said: Said, start| {
        said.tile.start_bytes = Some(start);
        said
    };
    let second = |columns: u64| hopper(enc(0x8400 + columns / 64 * 8192 + columns % 64 * 2), 512, 64, 1);
    let base_offset = ("base-offset", "does not match");
    let inside = |words| ("inside-atom", words);
    vec![
        mistake("base offset forgotten", forgotten, shifted(0x8480) | base(1), shifted(0x8480), base_offset),
        mistake("base offset forgotten", from(b64(Arch::Tcgen05), 0x8480, 0x8480), b480 | base(1), b480, base_offset),
        mistake("base offset of an aligned pattern", from(a128(), 0x8480, 0x8400), shifted(0x8480), shifted(0x8480) | base(1), base_offset),
        mistake("base offset of an aligned pattern", from(a128(), 0x8500, 0x8400), shifted(0x8500), shifted(0x8500) | base(2), base_offset),
        unmendable("a buffer that starts no pattern", behind(a128(), 0x8480), shifted(0x8480), shifted(0x8480), inside("inside the swizzle pattern")),
        unmendable("a buffer that starts no pattern", behind(b64(Arch::Tcgen05), 0x8480), b480, b480, inside("inside the swizzle pattern")),
        unmendable("N-major start inside of an atom", second_warp(96), second(96), second(96), inside("past the end")),
        unmendable("N-major start inside of an atom", second_warp(32 + 64), second(96), second(96) + 128, inside("past the end")),
    ]
}
