//! An instruction descriptor as people pass it on: hex, decimal, shifts and ors, `a=bf16 m=128 n=256`, CUTLASS's members.

use super::*;

/// An instruction descriptor that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadInstruction {
    /// The instruction descriptor.
    pub idesc: InstructionDescriptor,
    /// The other kinds in which as little is wrong, for a value whose kind was not specified.
    pub also: Vec<Kind>,
    /// The fields that were not written and that hold something.
    pub assumed: Vec<Id>,
    /// How it was understood, where that is not plain.
    pub how: Option<String>,
    /// Parts of the text that were not read, and values that are not known from it.
    pub unread: Vec<Notice>,
}

impl ReadInstruction {
    const fn of(idesc: InstructionDescriptor) -> Self {
        Self { idesc, also: Vec::new(), assumed: Vec::new(), how: None, unread: Vec::new() }
    }
}

/// Reads a 32-bit instruction descriptor: hex (with or without `0x`), a decimal number of nine digits and more, an expression,
/// fields as [`instruction_from_pairs`] has them, or the members of CUTLASS's `InstrDescriptor` with their raw values. If a
/// value's kind was not specified, it is the one in which least is wrong.
///
/// # Errors
/// If the text cannot be read, or is half a matrix descriptor.
///
/// ```
/// use swizzle_parse::instruction_from_text;
/// let raw = |text| instruction_from_text(None, text).map(|read| read.idesc.raw());
/// for text in [
///     "0x08200490",
///     "136316048",
///     "(1U << 4U) | (1U << 7U) | (1U << 10U) | (128U >> 3U << 17U) | (128U >> 4U << 24U)",
///     "a=bf16 m=128 n=128",
///     "a_format_ = 1; b_format_ = 1; c_format_ = 1; n_dim_ = 16; m_dim_ = 8;",
/// ] {
///     assert_eq!(raw(text), Ok(0x0820_0490), "{text}");
/// }
/// assert!(raw("0x40004040").unwrap_err().contains("upper half of a tcgen05 matrix descriptor"));
/// ```
pub fn instruction_from_text(kind: Option<Kind>, text: &str) -> Result<ReadInstruction, String> {
    const CALLS: [Reader; 4] = [
        |text, choice, context| read_builder(text, choice, context, &mut Vec::new()),
        read_instruction,
        read_operands,
        |text, choice, context| read_chain(text, choice, context, &mut Vec::new()),
    ];
    if let Some(read) = from_code(&CALLS, kind, text) {
        return Ok(read);
    }
    let members: Reader = |text, choice, context| read_members(text, choice, context, &mut Vec::new());
    plain(kind, text).or_else(|why| from_code(&[members], kind, text).ok_or(why))
}

/// Reads the instruction descriptor that a text sets up, multiplies with or gives by name.
fn from_code(readers: &[Reader], kind: Option<Kind>, text: &str) -> Option<ReadInstruction> {
    let choice = PasteChoice { kind, ..PasteChoice::default() };
    let read = |read: &Reader| {
        let pasted = read(text, &choice, &Shown::default())?.ok()?;
        let unread = pasted.open().cloned().collect();
        let Destination::Instruction(idesc) = pasted.goes_to? else {
            return None;
        };
        Some(ReadInstruction { how: Some(pasted.what), unread, ..ReadInstruction::of(idesc) })
    };
    readers.iter().find_map(read)
}

/// Reads what is not code: a number, an expression, fields.
fn plain(kind: Option<Kind>, text: &str) -> Result<ReadInstruction, String> {
    let text = text.trim().trim_end_matches(';').trim_end();
    if text.contains('=') {
        let pairs = pairs_of(text)?;
        let plain = |key: &str| key.trim_end_matches('_').to_ascii_lowercase();
        let is_own = |(key, _): &(&str, &str)| {
            is_in("a_format b_format c_format", &plain(key)) || key.ends_with("_dim_")
        };
        if pairs.iter().any(is_own) {
            let (raw, faults) = bits_of_members(&pairs, &[]);
            if let Some(Notice { part, why }) = faults.first() {
                return Err(format!("{part}: {why}"));
            }
            let how = "members of CUTLASS's InstrDescriptor, raw values";
            return from_raw(kind, raw, Some(how.into()));
        }
        let values: Vec<String> = pairs.iter().map(|(key, value)| value_text(key, value)).collect();
        let pairs = pairs.iter().zip(&values).map(|((key, _), value)| (*key, &**value));
        let pairs: Vec<(&str, &str)> = pairs.collect();
        let written = instruction_from_pairs(kind, &pairs)?;
        return Ok(ReadInstruction { assumed: written.assumed, ..ReadInstruction::of(written.idesc) });
    }
    let (raw, is_expression) = raw_of(text)?;
    let how = is_expression.then(|| format!("the value of {}", quoted(text)));
    let [upper, lower] = [raw >> 32, raw].map(|half| half as u32);
    if upper == 0 {
        return from_raw(kind, lower, how);
    }
    if lower == 0 && likely_kinds(upper).1 == 0 {
        return from_raw(kind, upper, Some("the upper half of 64 bits, as CUTLASS carries it".into()));
    }
    Err(format!(
        "“{}” has more than 32 bits: CUTLASS carries the instruction descriptor in the upper half of 64, over 32 zeros; a matrix descriptor is read by swizzle decode",
        quoted(text)
    ))
}

fn from_raw(kind: Option<Kind>, raw: u32, how: Option<String>) -> Result<ReadInstruction, String> {
    if let Some(half) = matrix_half(raw) {
        return Err(half_text(raw, half));
    }
    let (kinds, _) = likely_kinds(raw);
    let taken = kind.or(kinds.first().copied()).unwrap_or(Kind::F16);
    Ok(ReadInstruction {
        also: kinds.into_iter().filter(|other| *other != taken).collect(),
        how,
        ..ReadInstruction::of(InstructionDescriptor::new(taken, raw))
    })
}

/// Describes a half of a matrix descriptor.
fn half_text(raw: u32, half: MatrixHalf) -> String {
    let bytes = |one: Descriptor, id| bytes_from_field(one.get(id) as u16);
    let what = match half {
        MatrixHalf::High(one) => format!(
            "the upper half of a {} matrix descriptor: swizzle {}, SBO {} bytes{}",
            one.arch().name(),
            one.decode().swizzle.map_or("", |swizzle| swizzle.name()),
            bytes(one, FieldId::Sbo),
            match one.arch() {
                Arch::Tcgen05 => ", bit 46 set",
                Arch::Wgmma => "",
            }
        ),
        MatrixHalf::Low(one) => format!(
            "the lower half of a matrix descriptor: start 0x{:x}, LBO {} bytes",
            bytes(one, FieldId::Start),
            bytes(one, FieldId::Lbo)
        ),
    };
    format!(
        "0x{raw:08x} is not an instruction descriptor, M (bits 24–28) would be {}. It is {what}. Pass the 32 bits with types and shape; the matrix descriptor is a separate operand",
        (raw >> 24 & 31) * 16
    )
}

/// Hex, decimal where it is longer than eight digits, or an expression; tells whether it was one.
fn raw_of(text: &str) -> Result<(u64, bool), String> {
    let digits = trim_suffix(text);
    if digits.len() > 8 && is_digits(digits) {
        let too_large = |_| format!("“{text}” has more than 64 bits");
        return Ok((digits.parse().map_err(too_large)?, false));
    }
    match raw_from_hex(digits) {
        Ok(raw) => Ok((raw, false)),
        Err(_) if text.contains(any_of("|<>+(*&")) => match constant(text) {
            Some(raw) => Ok((raw, true)),
            None => Err(format!("“{}” is not an expression of known numbers", quoted(text))),
        },
        Err(_) if text.split_whitespace().count() > 1 => {
            Err(format!("“{}”: one value at a time, or NAME=VALUE", quoted(text)))
        }
        Err(not_hex) => Err(not_hex),
    }
}

/// Pairs `name = value`, also in a call or in braces.
fn pairs_of(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let not_one = |text: &str| format!("“{}” is not NAME=VALUE", quoted(text));
    let rows = tree(text);
    let mut waiting: Vec<&Node<'_>> = items(&rows).rev().collect();
    let mut pairs = Vec::new();
    while let Some(node) = waiting.pop() {
        match (node.assigned(), node.kind) {
            (Some(("=", target, value)), _) => {
                let key = target.target().rsplit(['.', '>']).next();
                pairs.push((key.unwrap_or_default(), value.text));
            }
            (None, Part::Call(_) | Part::Group(_)) if !node.rows.is_empty() => {
                waiting.extend(items(&node.rows).rev());
            }
            // One word may be before them.
            _ if pairs.is_empty() && !text[..node.end()].trim().contains(' ') => {}
            _ => return Err(not_one(node.text)),
        }
    }
    if pairs.is_empty() { Err(not_one(text)) } else { Ok(pairs) }
}

/// A number of an expression, the last part of a name with its space (`UMMA::Major::K`), a type as this project calls it.
fn value_text(key: &str, value: &str) -> String {
    if let Some(number) = constant(value) {
        return number.to_string();
    }
    let last = value.rsplit([':', '.']).next().unwrap_or(value);
    let names = match other_key(key).to_ascii_lowercase().as_str() {
        // `fp8` stands for several.
        "a" | "b" => match meaning(&compared(last)) {
            Some(Meaning::ElementAs(one)) if one != Element::Tf32 => &[],
            _ => Element::NAMES,
        },
        "d" => Accumulator::NAMES,
        _ => &[],
    };
    name_among(names, last).into()
}

// The reader and the operand that an instruction descriptor of tcgen05 specifies.

/// The kind in which the least is wrong with 32 bits, or the one that was chosen.
pub(crate) fn idesc_of_bits(raw: u32, choice: &PasteChoice) -> InstructionDescriptor {
    let likely = || likely_kinds(raw).0.first().copied();
    let kind = choice.kind.or_else(likely).unwrap_or(Kind::F16);
    InstructionDescriptor::new(kind, raw)
}

/// The answer; `what` says where it comes from.
pub(crate) fn idesc_pasted(
    idesc: InstructionDescriptor,
    what: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Answer {
    let mut said = context.said;
    let operand = choice.operand.unwrap_or(context.spec()?.reader().operand);
    if said.given.is_none() {
        said.reader.arch = Some(Arch::Tcgen05);
    }
    said.reader.operand = Some(operand);
    said.reader.sparsity = Some(idesc.sparsity());
    let rows = match operand {
        Operand::A => idesc.m(),
        Operand::B => idesc.n(),
    };
    said.reader.rows = Some(rows).filter(|rows| *rows > 0);
    said.tile.major = Some(idesc.major(operand));
    said.tile.element = idesc.element(operand).or(said.tile.element);
    check(&said)?;
    Ok(Pasted {
        goes_to: Some(Destination::Instruction(idesc)),
        ..Pasted::of(
            format!(
                "{what}, {}; it specifies rows, type and major of operand {}",
                idesc_text(idesc),
                operand.name()
            ),
            Shown { said, ..*context },
        )
    })
}

/// The answer of a text that names `.cta_group::2` beside an instruction descriptor: each CTA reads half of M and of N.
pub(crate) fn as_of_pair(mut pasted: Pasted, text: &str) -> Pasted {
    let is_pair = text.to_ascii_lowercase().contains("cta_group::2");
    let (Some(Destination::Instruction(idesc)), true) = (&pasted.goes_to, is_pair) else {
        return pasted;
    };
    let rows = &mut pasted.shown.said.reader.rows;
    if rows.is_some_and(|rows| rows == idesc.m() || rows == idesc.n()) {
        *rows = rows.map(|rows| rows / 2);
    }
    pasted.what += &format!(
        "; with cta_group::2, M and N are read as those of the pair: {} rows of A and {} columns of B in each CTA",
        idesc.m() / 2,
        idesc.n() / 2
    );
    pasted.notices.retain(|notice| !notice.part.contains("cta_group"));
    pasted
}

/// An instruction descriptor in one line: `0x08200490, kind f16: M 128, N 128, bf16 × bf16 → f32`.
pub(crate) fn idesc_text(idesc: InstructionDescriptor) -> String {
    let name = |operand| idesc.element(operand).map_or("?", |element| element.name());
    let mut text = format!(
        "{idesc}, kind {}: M {}, N {}, {} × {}",
        idesc.kind().name(),
        idesc.m(),
        idesc.n(),
        name(Operand::A),
        name(Operand::B),
    );
    if let Some(accumulator) = idesc.accumulator() {
        text.push_str(&format!(" → {}", accumulator.name()));
    }
    for operand in [Operand::A, Operand::B] {
        if idesc.major(operand) == Major::Mn {
            let major = Major::Mn.operand_name(operand);
            text.push_str(&format!(", {} {major}", operand.name()));
        }
    }
    if idesc.sparsity() == Sparsity::Sparse {
        text.push_str(", sparse");
    }
    if idesc.kind().is_block_scaled() {
        let ids = (idesc.get(Id::ScaleA), idesc.get(Id::ScaleB));
        text.push_str(&format!(", scale factor ids {} and {}", ids.0, ids.1));
    }
    text
}

// A call that sets up an instruction descriptor: `Tcgen05InstrDesc.build(a_dtype=BFloat16, m_dim=128, …)`, `make_instr_desc<…>()`.

/// The values that a call specifies.
#[derive(Default)]
struct SaidInstruction {
    /// Keys of fields with the names of their codes, extents, or bits.
    pairs: Vec<(&'static str, String)>,
    k: Option<u64>,
    is_scaled: bool,
    notices: Vec<Notice>,
}

/// Reads such a call; none where there is none.
pub(crate) fn read_builder(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let (what, said) = said_of_call(text, taken)?;
    let (mut notices, k) = (said.notices.clone(), said.k);
    let idesc = match encoded(said, choice) {
        Ok(idesc) => idesc,
        Err(message) => return Some(Err(error(0..0, message))),
    };
    if let Some(k) = k.filter(|k| *k != u64::from(idesc.k())) {
        notices.push(notice(
            &format!("K {k}"),
            format!("is not in the word; an instruction of this kind has K {}", idesc.k()),
        ));
    }
    let pasted = idesc_pasted(idesc, &what, choice, context);
    Some(pasted.map(|pasted| Pasted { notices, is_from_inside: true, ..pasted }))
}

/// The functions, by the rows of `instructions.txt`.
fn instruction_functions() -> impl Iterator<Item = [&'static str; 4]> {
    rows(include_str!("instructions.txt"))
}

fn function_names() -> String {
    joined(instruction_functions().map(|[name, ..]| name), " ")
}

/// The function that a call is of.
fn instruction_function(call: &Call<'_>) -> Option<[&'static str; 4]> {
    instruction_functions().find(|[name, ..]| match *name {
        "UMMAInsDescriptor" => call.is("UMMAInsDescriptor.create"),
        "Tcgen05InstructionDescriptor" => {
            call.name.contains("Tcgen05InstructionDescriptor::") && !call.name.contains('.')
        }
        name => call.is(name),
    })
}

/// Returns the description of the first such call in a text, and the values that it specifies.
fn said_of_call(text: &str, taken: &mut Vec<Span>) -> Option<(String, SaidInstruction)> {
    let bare = without_comments(text);
    let calls = calls(&bare, &function_names());
    let calls = calls.iter().filter_map(|call| Some((call, instruction_function(call)?)));
    let calls: Vec<_> = calls.collect();
    taken.extend(calls.iter().map(|(call, _)| call.whole.clone()));
    calls.first()?;
    let variables = variables_of(&bare);
    calls.into_iter().find_map(|(call, [name, scaled, whose, column])| {
        let mut arguments = call.given().to_vec();
        let is_mojo = name == "UMMAInsDescriptor";
        if let [_, _, _, third, ..] = &arguments[..]
            && is_mojo
            && arguments.len() > 4
            && !third.text.contains("Index")
        {
            // The type of the scale factors precedes the shape.
            arguments.remove(3);
        }
        let mut said = SaidInstruction {
            is_scaled: !scaled.is_empty() || call.path.contains("UMMAKind.KIND_MX"),
            ..SaidInstruction::default()
        };
        let (given, left) = bound(column, &arguments);
        for Given { name, means, text } in given {
            set_argument(&mut said, means, name, text, &variables);
        }
        let left = left.into_iter();
        said.notices.extend(left.map(|one| notice(one, "was not read")));
        let what = format!("a call of {name} (arguments as in {whose})");
        said.pairs.iter().any(|(key, _)| is_in("a m n", key)).then_some((what, said))
    })
}

fn set_argument(
    said: &mut SaidInstruction,
    means: &'static str,
    name: &str,
    text: &str,
    variables: &[Variable],
) {
    let number = || number_or_name(text, variables).ok();
    let key = match means {
        "scale" => "scale_type",
        "is_k_a" => "transpose_a",
        "is_k_b" => "transpose_b",
        key => key,
    };
    let value = match means {
        "-" => return,
        "a" | "b" | "d" if text == "None" => return,
        // Beside bytes the packed type is padded to them.
        "a" | "b" => element_in(text).map(|element| match element {
            Element::E2m1Packed => Element::E2m1.name().into(),
            element => element.name().into(),
        }),
        "d" => accumulator(text).map(|d| d.name().into()),
        "scale" => {
            let code = ["e4m3", "8m0"].iter().position(|part| text.contains(part));
            code.map(|code| code.to_string())
        }
        "shape" => {
            for (means, text) in shape(text) {
                set_argument(said, means, name, text, variables);
            }
            return;
        }
        "is_k_a" | "is_k_b" => number().map(|is_k| u32::from(is_k == 0).to_string()),
        // The kind says K: it is compared.
        "k" => {
            said.k = number();
            return;
        }
        _ => number().map(|number| number.to_string()).or_else(|| {
            let major = || major(text).filter(|_| means.starts_with("transpose"));
            let ends = [("Neg", "1"), ("One", "0")];
            let named = ends.iter().find(|(end, _)| text.ends_with(end)).map(|(_, code)| *code);
            Some(named.or_else(|| Some(major()?.name()))?.into())
        }),
    };
    match value {
        Some(value) => said.pairs.push((key, value)),
        None => {
            let unknown = notice(name, format!("“{}” is unknown here; read as 0", quoted(text)));
            said.notices.retain(|one| *one != unknown);
            said.notices.push(unknown);
        }
    }
}

/// Both extents: `Tcgen05MmaShape::M128_N64`, `Index(128, 64)`, `Index[dtype = DType.uint32](128, 64)`.
fn shape(text: &str) -> Vec<(&'static str, &str)> {
    let of_name = || names(text).next_back()?.strip_prefix('M')?.split_once("_N");
    let both = match parts(text)[..] {
        [m, n, ..] if text.ends_with(')') => Some((m, n)),
        _ => of_name(),
    };
    let (m, n) = both.unwrap_or((text, text));
    vec![("m", m), ("n", n)]
}

/// The bits: types and extents by their codes; what is not known is 0.
fn encoded(said: SaidInstruction, choice: &PasteChoice) -> Result<InstructionDescriptor, String> {
    let value = |key: &str| said.pairs.iter().find(|(known, _)| *known == key).map(|(_, value)| &**value);
    let a = value("a").and_then(|a| Element::from_name(a).ok());
    let is_packed = |key| value(key).or(value("a")) == Some(Element::E2m1.name());
    let kind = choice.kind.unwrap_or(match (said.is_scaled, is_packed("a"), is_packed("b")) {
        (true, true, true) if value("scale_type") == Some("0") => Kind::Mxf4nvf4,
        (true, true, true) => Kind::Mxf4,
        (true, ..) => Kind::Mxf8f6f4,
        (false, true, _) | (false, _, true) => Kind::F8f6f4,
        (false, ..) => a.and_then(|a| Kind::of_element(a).next()).unwrap_or(Kind::F16),
    });
    let is_missing = |key: &&str| value(key).is_none() && (*key != "d" || value("a").is_none());
    let missing = ["a", "d", "m", "n"].into_iter().filter(is_missing).map(|key| (key, "0"));
    let pairs = said.pairs.iter().map(|(key, value)| (*key, &**value));
    let has_field = |key: &str| {
        let mut fields = InstructionDescriptor::fields(kind).iter();
        fields.any(|field| field.id.key() == key && !matches!(field.values, FieldValues::Fixed(_)))
    };
    let pairs: Vec<(&str, &str)> = pairs.chain(missing).filter(|(key, _)| has_field(key)).collect();
    let read = instruction_from_pairs(Some(kind), &pairs);
    read.map(|read| read.idesc).map_err(|why| format!("kind {} has no code for it: {why}", kind.name()))
}

// Assignments to the members of a descriptor's struct, with any right side:
// `desc.layout_type_ = static_cast<uint8_t>(UMMA::LayoutType::SWIZZLE_64B);`, designated initialisers, an instruction descriptor's.

/// The members of a matrix descriptor's struct, which are names of fields, too.
///
/// Source: CUTLASS, `cute/arch/mma_sm90_desc.hpp` and `mma_sm100_desc.hpp`; Triton, `MMAHelpers.h`; TensorRT-LLM, `gmma.cuh`.
const OF_MATRIX: &str = "start_address_ leading_byte_offset_ stride_byte_offset_ base_offset_ lbo_mode_ version_ layout_type_ \
    baseAddress leadDimensionBaseOffset strideDimensionBaseOffset matrixBaseOffset swizzlingMode dimKOffset dimMNOffset baseOffset \
    leading_dimension_byte_offset stride_dimension_byte_offset matrix_base_offset";

/// The member that is the whole descriptor, which is set up with nothing or with the version alone.
const OF_WHOLE: &str = "desc_ descriptor";

/// The members of an instruction descriptor's structs without the `_` behind them, and the keys of their fields.
/// Source: CUTLASS, `cute/arch/mma_sm100_desc.hpp`, `InstrDescriptor` and `InstrDescriptorBlockScaled`.
const OF_INSTRUCTION: &str = "sparse_id2:selector sparse_flag:sparse saturate:saturate c_format:d b_sf_id:scale_b a_format:a \
    b_format:b a_negate:negate_a b_negate:negate_b a_major:transpose_a b_major:transpose_b n_dim:n scale_format:scale_type \
    m_dim:m a_sf_id:scale_a max_shift:max_shift k_size:k reserved:";

/// The lowest bit and the width of such a member, in the first kind that has a field of its key.
fn member(name: &str) -> Option<(u32, u32)> {
    let mut all = OF_INSTRUCTION.split_whitespace().filter_map(|one| one.split_once(':'));
    let (_, key) = all.find(|(known, _)| *known == name)?;
    let mut fields = Kind::ALL.iter().flat_map(|kind| InstructionDescriptor::fields(*kind));
    let field = fields.find(|field| field.id.key() == key);
    Some(field.map_or((0, 0), |field| (field.low.into(), field.width.into())))
}

/// The enumerators that these members hold, each with its enum and its number.
///
/// Source: CUTLASS, `cute/arch/mma_sm100_desc.hpp`.
const ENUMERATORS: &str = "F16F32Format.F16=0 F16F32Format.BF16=1 F16F32Format.TF32=2 S8Format.UINT8=0 S8Format.INT8=1 \
    MXF8F6F4Format.E4M3=0 MXF8F6F4Format.E5M2=1 MXF8F6F4Format.E2M3=3 MXF8F6F4Format.E3M2=4 \
    MXF8F6F4Format.E2M1=5 MXF4Format.E2M1=1 CFormat.F16=0 CFormat.F32=1 CFormat.S32=2 ScaleFormat.UE4M3=0 \
    ScaleFormat.UE8M0=1 Major.K=0 Major.MN=1 ScaleIn.One=0 ScaleIn.Neg=1 Saturate.False=0 Saturate.True=1 \
    MaxShift.NoShift=0 MaxShift.MaxShift8=1";

/// Reads the assignments of a text; none where there are none, or where every value is a plain number of a matrix descriptor,
/// which also occurs in a list of fields.
pub(crate) fn read_members(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let bare = without_comments(text);
    let set = assigned(&bare);
    taken.extend(set.iter().map(|(.., at)| at.clone()));
    let own = set.iter().filter(|(name, ..)| own(name).is_some()).map(|(name, right, _)| (*name, *right));
    let own: Vec<(&str, &str)> = own.collect();
    let variables = || variables_of(&bare);
    if !own.is_empty() {
        let (raw, notices) = bits_of_members(&own, &variables());
        let what = "the members of an instruction descriptor";
        let read = idesc_pasted(idesc_of_bits(raw, choice), what, choice, context);
        return Some(read.map(|pasted| Pasted { notices, ..pasted }));
    }
    if set.iter().all(|(_, right, _)| right.chars().all(is_name)) {
        return None;
    }
    let words = Words::of(&bare);
    let whole = set.iter().find(|(name, ..)| is_in(OF_WHOLE, name));
    let whole = whole.and_then(|(_, right, _)| number_or_name(right, &[]).ok()).unwrap_or_default();
    let is_own = |name: &str| !is_in(OF_WHOLE, name) || whole & !(1 << 46) > 0;
    let is_other = |at: &Span| !set.iter().any(|(name, _, own)| is_own(name) && own.contains(&at.start));
    let used: Vec<bool> = words.at.iter().map(is_other).collect();
    let version = (whole >> 46 & 1 == 1).then_some(Arch::Tcgen05);
    let arch = choice.arch.or(arch_of_types(&bare)).or(version);
    let choice = PasteChoice { arch, ..*choice };
    Some(pasted_fields(&words, &used, &variables(), &choice, context))
}

/// The members that are assigned to, with the right sides, and where they are.
fn assigned(text: &str) -> Vec<(&str, &str, Span)> {
    let mut columns = [OF_MATRIX, OF_INSTRUCTION].into_iter().flat_map(str::split_whitespace);
    let is_there = |one: &str| text.contains(one.split(':').next().unwrap_or(one));
    if !columns.any(is_there) {
        return Vec::new();
    }
    let rows = tree(text);
    let all = nodes(&rows).into_iter().filter_map(|node| {
        let (sign, target, value) = node.assigned()?;
        let name = last_name(target.text);
        let is_member = target.text.contains('.') && is_in("start_address swizzle_mode", name);
        let is_one = is_in(OF_MATRIX, name) || is_in(OF_WHOLE, name) || is_member || own(name).is_some();
        (sign == "=" && is_one).then(|| (name, value.text, node.range()))
    });
    all.collect()
}

/// Such a member as CUTLASS writes it.
fn own(name: &str) -> Option<(u32, u32)> {
    member(name.strip_suffix('_')?)
}

/// The architecture whose types a text names.
pub(crate) fn arch_of_types(text: &str) -> Option<Arch> {
    let lower = text.to_ascii_lowercase();
    if has_any(&lower, "umma tcgen05 lbo_mode_ sm100 blackwell") {
        return Some(Arch::Tcgen05);
    }
    has_any(&lower, "gmma warpgroup sm90 hopper").then_some(Arch::Wgmma)
}

/// The word of members with their values; what is not one of them, or not known, is named.
fn bits_of_members(set: &[(&str, &str)], variables: &[Variable]) -> (u32, Vec<Notice>) {
    let (mut raw, mut notices) = (0, Vec::new());
    for (name, right) in set {
        let Some((low, width)) = member(name.trim_end_matches('_')) else {
            notices.push(notice(name, "is not a member of InstrDescriptor"));
            continue;
        };
        let value = enumerator(right).map_or_else(|| number_or_name(right, variables), Ok);
        let why = match value {
            Ok(value) if value >> width == 0 => {
                raw |= (value as u32) << low;
                continue;
            }
            Ok(value) => format!("{value} has more than {width} bits; read as 0"),
            Err(unknown) => format!("“{}” is unknown here; read as 0", quoted(&unknown)),
        };
        notices.push(notice(name, why));
    }
    (raw, notices)
}

/// The number of an enumerator, with or without casts around it: `uint8_t(UMMA::CFormat::F32)`, or of a major: `K`.
fn enumerator(text: &str) -> Option<u64> {
    let mut names = names(text).rev();
    let last = names.next()?;
    let before = names.next().unwrap_or("Major");
    let (_, behind) = ENUMERATORS.split_once(&format!("{before}.{last}="))?;
    behind.split(' ').next()?.parse().ok()
}
