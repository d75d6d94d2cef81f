//! The box that takes anything.

use swizzle_core::{
    Arch, Descriptor, Element, Major, Order, Said, SaidPlace, SaidReader, SaidTile, Sparsity, Spec,
};
use swizzle_infer::sequence::Sequence;
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_text::sequence_text;
use swizzle_view::Shown;

use super::state;
use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target =
    Target { corpus, tokens, check: |input| check(&String::from_utf8_lossy(input)) };

const TEXTS: [&str; 68] = [
    "tcgen05.cp.cta_group::2.32x128b.warpx4 [0x0cab04007f], 0x00805052108654162;",
    "tcgen05.ld.sync.aligned.16x32bx2.x8.pack::16b.b32 {%r0, %r1, ..}, [0x00400010], 16;",
    "tcgen05.cp.cta_group::2.32x128b.warpx4 [0xc0400010], 0x0000400800010820;",
    "SFA ue8m0 128x8 row 37 block 5 cta_group 2 m 128",
    "D 64x128 (37, 5) ws",
    "wgmma.mma_async.m64n0k16(_1,_0)",
    "K_SW128_Atom::builder()bfloat16_t>{}, Shape<_128,_64>}, Step<_2,_1>{})",
    "tl::initialize_tcgen05_descriptor(desc_q, (&(((half_t*)q)[0])), 1, 64, 0, 0, 2);",
    "make_smem_desc(cute::UMMA::LayoutType::SWIZZLE_128B, smem_a, 8 * 128, 0)",
    "make_umma_desc<cute::UMMA::Major::MN, 128, 64, 128>(smem_a, 0, 0)",
    "make_umma_desc<cute::UMMA::Major::K, 128, 64, 0x2000000000000000>(smem_a, 0, 0)",
    "MMASmemDescriptor.create[8 * 16, 0, TensorMapSwizzle.SWIZZLE_NONE](sfa)",
    "Tcgen05SmemDescriptor::builder().address(0x800).stride_bytes(1024).swizzle(Tcgen05SwizzleMode::Swizzle128B).build()",
    "Tcgen05InstrDesc.build(c_dtype=Float32, a_dtype=BFloat16, b_dtype=BFloat16, m_dim=64, n_dim=32)",
    "UMMA::make_instr_desc<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::MN>()",
    "a_format_ = 1; b_format_ = 1; c_format_ = 1; n_dim_ = 16; m_dim_ = 8;",
    "desc.layout_type_ = static_cast<uint8_t>(UMMA::LayoutType::SWIZZLE_64B); desc.stride_byte_offset_ = 512 >> 4;",
    "desc |= UInt64(32) << 32; desc |= UInt64(1) << 46; desc |= UInt64(4) << 61",
    "tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, Shape<_128,_64>{}, Step<_2,_1>{})",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>",
    "GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(_0,_1024,(_2,_2048),(_0,_4096))",
    "!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"((8,16),(64,2)):((64,512),(1,8192))\">",
    "desc_a=0x4000404000010040 desc_b=0x4000404000010840 idesc=0x08200490",
    "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1,%f2}, %rd1, %rd2, p, 1, 1, 0, 1;",
    "tcgen05.mma.cta_group::1.kind::f16 [%r1], 0x4000404000010040, %rd2, 0x08200490, p;",
    "0x4000004000010040, 0x4000004000010042, 0x4000004000010044",
    "step 0: desc=4000004000010040\nstep 1: desc=4000004000010042\n",
    "$1 = 0x4000004000010040\n$2 = 0x4000004000010042",
    "lo=0x00010040 hi=0x40000040\nlo=0x00010042 hi=0x40000040",
    "uint64_t desc = 0x4000004000010040; for (int k = 0; k < 64; k += 16) { mma(desc); desc += (16 * 2) >> 4; }",
    "desc.lo += 0x200;",
    "desc |= matrix_descriptor_encode(addr);\ndesc |= matrix_descriptor_encode((uint64_t)1024) << 32;\ndesc |= 1llu << 62;",
    "let d = (1u64 << 62) | (64 as u64) << 32 | 0x40;",
    "store i64 -4611686018427387904, ptr %p",
    "llvm.mlir.constant(4611686293305360448 : i64) : i64",
    "leadDimensionBaseOffset=1 strideDimensionBaseOffset=64 swizzlingMode=1",
    "leading_byte_offset=16 stride_byte_offset=1024",
    "ldo=1 sdo=64 swizzle=3",
    "0x40004040",
    "0x08200490",
    "(5, 19)",
    "absolute 0x1f0",
    "Sw<3,4,3>_smem_ptr[16b](0x7f0a94000400) o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))",
    "byte 0x5e0",
    "Element: (3, 40)",
    "start 0x400, LBO 16 bytes, SBO 1024 B, base offset 1, swizzle 128B",
    "0x4000004000010040",
    "4000004000010040",
    "uint64_t desc = 0x8000'0020'0001'0080ull;",
    "18446744073709551615",
    "0b0100_0000_0000_0000_0000_0000_0100_0000_0000_0000_0000_0001_0000_0000_0100_0000",
    "64'h4000_0040_0001_0040",
    "0x40000040, 0x00010040",
    "desc.lo = 0x00010040; desc.hi = 0x40000040;",
    "{0x00010040, 0x40000040}",
    "const DESC: u64 = 0x4000_4040_0001_0040_u64;",
    "lbo=1 sbo=64 swizzle=128B",
    "start=0x400, lbo_bytes: 592; mn=128 k=64 element=tf32 major=MN arch=tcgen05",
    ".start_address_ = 64, .leading_byte_offset_ = 1, .stride_byte_offset_ = 64, .layout_type_ = 2",
    "Descriptor:\n start_addr :  0x0040\n leading_off: 0x0001 (1)\n stride_off : 0x0040 (64)\n base_offset: 0x0\n layout_type: 0x1 (B128)\n",
    "Descriptor:\n start_addr :  0x0040\n leading_off: 0x0001 (1)\n stride_off : 0x0040 (64)\n base_offset: 0x0\n version: 0x1\n lbo_mode: 0x0\n layout_type: 0x2 (SWIZZLE_128B)\n",
    "https://example.org/atlas/#/wgmma/4000004000010040?element=tf32",
    "Sw<3,4,3> o ((8,8),64):((64,640),1)",
    "figure/157",
    "not a number",
    "-1",
    "0x14000004000010040",
    "",
];

const TOKENS: [&str; 106] = [
    "make_smem_desc",
    "make_umma_desc<",
    "initialize_tcgen05_descriptor(",
    "MMASmemDescriptor",
    ".create[",
    "Tcgen05SmemDescriptor",
    "::builder()",
    ".swizzle(",
    "Tcgen05InstrDesc.build(",
    "make_instr_desc<",
    "a_format_ =",
    "layout_type_ =",
    "SWIZZLE_128B",
    "static_cast<uint8_t>(",
    "tile_to_shape(",
    "K_SW128_Atom<",
    "Shape<",
    "nvmma_shared<{",
    "DescriptorIterator",
    "tensor<ptr<",
    "S<3,4,3>",
    "desc_b=",
    "wgmma.mma_async.m64n8k16",
    "tcgen05.mma.kind::f16",
    "+=",
    "|=",
    "<<",
    ">>",
    "&",
    "|",
    "~",
    "(uint64_t)",
    "static_cast<uint32_t>(",
    "encode(",
    "for (int k = 0; k < 4; ++k)",
    "i64",
    ": i64",
    "ldo",
    "sdo",
    "leading_byte_offset",
    "stride_dim_bytes",
    "0x4000004000010042",
    "row",
    "absolute",
    "0x",
    "0b",
    "64'h",
    "32'h",
    "ull",
    "u64",
    "LLU",
    "_",
    "'",
    "-",
    "+",
    "lbo",
    "sbo",
    "start",
    "offset",
    "base_offset",
    "swizzle",
    "layout_type",
    "version",
    "arch",
    "element",
    "major",
    "mn",
    "k",
    "step",
    "lbo_mode",
    "desc",
    ".lo",
    ".hi",
    "lo",
    "hi",
    "=",
    ":",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ",",
    ";",
    " ",
    "\n",
    "Sw<3,4,3>",
    " o ",
    "∘",
    "((8,8),64):((64,512),1)",
    "16383",
    "16384",
    "65536",
    "4294967296",
    "128B",
    "none",
    "tcgen05",
    "wgmma",
    "#/",
    "wgmma/",
    "figure/157",
    "?k=128",
    "smem_ptr[16b]",
];

fn corpus() -> Vec<Vec<u8>> {
    TEXTS.map(|text| text.as_bytes().to_vec()).into()
}

fn tokens() -> Vec<Vec<u8>> {
    TOKENS.map(|token| token.as_bytes().to_vec()).into()
}

/// A descriptor with a base offset, without LBO, and with a bit where none belongs.
const GIVEN: u64 = 2 << 61 | 5 << 49 | 1 << 46 | 64 << 32 | 1 << 14;

/// The contexts of the box: nothing specified, and everything specified that a value must not be mixed with, with a
/// descriptor and without.
fn contexts() -> [Shown; 3] {
    let tile = SaidTile {
        element: Some(Element::E2m1Packed),
        major: Some(Major::Mn),
        order: Some(Order::K),
        mn: Some(200),
        k: Some(1000),
        pattern_bytes: Some(0x480),
        lbo_bytes: Some(48),
        start_bytes: Some(0x8400),
        ..SaidTile::default()
    };
    let reader =
        SaidReader { arch: Some(Arch::Tcgen05), sparsity: Some(Sparsity::Sparse), ..SaidReader::default() };
    let place = SaidPlace { step: Some(3), ..SaidPlace::default() };
    let said = Said { tile, reader, place, ..Said::default() };
    let given = said.with_given(Descriptor::new(Arch::Tcgen05, GIVEN));
    [Said::default(), said, given].map(Shown::from)
}

fn check(text: &str) -> Result<(), Fault> {
    for context in contexts() {
        if let Err(error) = shown_from_paste(text, &PasteChoice::default(), &context) {
            // What is asked can be answered.
            for (label, choice) in &error.readings {
                let reading = read(text, choice, &context)?;
                ensure!(reading.is_some(), "“{label}” is offered and refused");
            }
        }
        if let Some(pasted) = read(text, &PasteChoice::default(), &context)? {
            // What is offered can be had.
            for (label, choice) in &pasted.others {
                ensure!(!label.is_empty(), "another reading has no label");
                let other = read(text, choice, &context)?;
                ensure!(other.is_some(), "“{label}” is offered and refused");
            }
        }
    }
    Ok(())
}

/// Reads a text; nothing where it is refused, as it should be.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Result<Option<Pasted>, Fault> {
    let pasted = match shown_from_paste(text, choice, context) {
        Ok(pasted) => pasted,
        Err(error) => {
            ensure!(!error.message.is_empty(), "it is refused without a reason");
            ensure!(
                text.get(error.at.clone()).is_some(),
                "“{}” lies at {:?}, which is no part of the text",
                error.message,
                error.at
            );
            return Ok(None);
        }
    };
    ensure!(!pasted.what.is_empty(), "nothing says what was recognised");
    for notice in &pasted.notices {
        ensure!(!notice.why.is_empty(), "“{}” is left out without a reason", notice.part);
    }
    let spec = pasted.shown.spec();
    let spec = spec.map_err(|why| format!("there is no tile: {why}"))?;
    state::stands_as_said(&spec)?;
    state::survives_its_link(&pasted.shown)?;
    state::has_words(&spec)?;
    has_a_sequence(&spec)?;
    Ok(Some(pasted))
}

/// Every given descriptor is in the sequence's table at most once, and the sequence has words.
fn has_a_sequence(spec: &Spec) -> Result<(), Fault> {
    let all = spec.said().all_given();
    if all.len() < 2 {
        return Ok(());
    }
    let sequence = Sequence::of(spec);
    ensure!(sequence.given.len() == all.len(), "a descriptor is lost");
    let placed = sequence.given.iter().filter(|given| given.place.is_some()).count();
    let in_rows = sequence.rows.iter().filter(|row| sequence.given_at(row.place).is_some()).count();
    ensure!(in_rows <= placed, "{in_rows} rows hold {placed} descriptors");
    ensure!(!sequence_text(spec, &sequence).is_empty(), "a sequence has no words");
    Ok(())
}
