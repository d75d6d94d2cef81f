//! A line of PTX or SASS that multiplies: `wgmma.mma_async…`, `tcgen05.mma…`, `HGMMA…`. It says the reader; its descriptors are
//! registers, or numbers.

use super::*;

/// The values that a line specifies for both operands.
#[derive(Debug, Default, PartialEq, Eq)]
struct Line {
    name: String,
    arch: Option<Arch>,
    shape: Option<(u32, u32, u32)>,
    elements: [Option<Element>; 2],
    d: String,
    majors: [Option<Major>; 2],
    sparsity: Option<Sparsity>,
    kind: Option<Kind>,
    /// The text in the position of each descriptor.
    descriptors: [String; 2],
    /// The text in the position of an instruction descriptor.
    instruction: String,
    is_a_elsewhere: bool,
    /// Operands that the form does not have.
    surplus: Vec<String>,
}

/// Reads such a line; none where there is none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let mut line = wgmma(text)
        .or_else(|| tcgen05(text))
        .or_else(|| sass(text))?;
    explain(&mut line, text);
    Some(pasted(&line, choice, context))
}

/// Puts the numbers that the text sets in the place of their names: those of inline assembly, `%1`, by their constraints.
fn explain(line: &mut Line, text: &str) {
    let [a, b] = &mut line.descriptors;
    let all = [a, b, &mut line.instruction];
    let is_name = |name: &str| !name.is_empty() && number(name).is_none();
    if !all.iter().any(|name| is_name(name)) {
        return;
    }
    let variables = source::variables(&without_comments(text));
    let constraints = constraints(text);
    for name in all.into_iter().filter(|name| is_name(name)) {
        let index = name
            .strip_prefix('%')
            .and_then(|digits| digits.parse::<usize>().ok());
        let named = match index {
            Some(index) => constraints.get(index).copied(),
            None => moved(text, name).or(Some(&**name)),
        };
        let evaluate = |text| evaluated(text, &variables, &mut Vec::new());
        if let Some(value) = named.and_then(evaluate).and_then(Value::constant) {
            *name = format!("0x{value:x}");
        }
    }
}

/// What a line above moves into a register: `mov.b64 %rd1, 46…;`
fn moved<'t>(text: &'t str, register: &str) -> Option<&'t str> {
    let moves = text.match_indices("mov.").map(|(at, _)| &text[at..]);
    moves.take(CONSTRAINTS_MAX).find_map(|line| {
        let (_, operands) = line.split_once([' ', '\t'])?;
        let value = operands
            .trim_start()
            .strip_prefix(register)?
            .trim_start()
            .strip_prefix(',')?;
        Some(value[..value.find([';', '\n']).unwrap_or(value.len())].trim())
    })
}

/// The expressions behind the constraints of inline assembly, in their order: `"+f"(d) : "l"(desc_a), "l"(desc_b)`.
fn constraints(text: &str) -> Vec<&str> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let all = quotes.windows(2).filter_map(|pair| {
        let (inside, behind) = (
            &text[pair[0] + 1..pair[1]],
            text[pair[1] + 1..].trim_start(),
        );
        let is_one = (1..=3).contains(&inside.len())
            && inside
                .bytes()
                .all(|b| b.is_ascii_alphabetic() || matches!(b, b'+' | b'=' | b'&'));
        let inside = behind.strip_prefix('(').filter(|_| is_one)?;
        Some(inside[..inside.find(')')?].trim())
    });
    all.take(CONSTRAINTS_MAX).collect()
}

/// Operands of inline assembly that are looked at: an accumulator has up to 128.
const CONSTRAINTS_MAX: usize = 256;

fn pasted(line: &Line, choice: &PasteChoice, context: &Shown) -> Answer {
    let operand = choice.operand.or(context.said.reader.operand);
    let fallback = if line.is_a_elsewhere {
        Operand::B
    } else {
        Operand::A
    };
    let operand = operand.unwrap_or(fallback);
    let index = usize::from(operand == Operand::B);
    let mut shown = *context;
    let arch = choice.arch.or(line.arch);
    let raw = number(&line.descriptors[index]);
    if let Some(raw) = raw {
        let arch = arch.unwrap_or(Descriptor::guessed(raw).arch());
        shown = with_given(Descriptor::new(arch, raw), context);
    } else if shown.said.given.is_none() {
        shown.said.reader.arch = arch;
    }
    shown.said.reader.operand = Some(operand);
    shown.said.reader.sparsity = line.sparsity.or(shown.said.reader.sparsity);
    shown.said.tile.element = line.elements[index].or(shown.said.tile.element);
    shown.said.tile.major = line.majors[index].or(shown.said.tile.major);
    if let Some((m, n, _)) = line.shape {
        shown.said.reader.rows = Some(if operand == Operand::A { m } else { n });
    }
    let mut notices = Vec::new();
    for (name, value) in [
        ("A", &line.descriptors[0]),
        ("B", &line.descriptors[1]),
        ("instruction", &line.instruction),
    ] {
        let (is_other, is_known) = (name != operand.name(), number(value));
        if let Some(raw) = is_known.filter(|_| is_other && name != "instruction") {
            notices.push(notice(
                &format!("0x{raw:016x}"),
                format!("is operand {name}'s descriptor; it was ignored"),
            ));
        }
        if is_known.is_none() && !value.is_empty() {
            let of = if name == "instruction" {
                "the instruction descriptor".into()
            } else {
                format!("operand {name}'s descriptor")
            };
            notices.push(notice(value, format!("is {of}, which is unknown here")));
        }
    }
    notices.extend(line.surplus.iter().map(|one| {
        notice(
            one,
            "is an imm-trans operand, which only 16-bit types have: this form is no instruction",
        )
    }));
    let mut goes_to = None;
    let mut what = what(line);
    let bits = number(&line.instruction).and_then(|bits| u32::try_from(bits).ok());
    if let Some(bits) = bits {
        let choice = PasteChoice {
            kind: line.kind.or(choice.kind),
            operand: Some(operand),
            ..*choice
        };
        let of = idesc::of_bits(bits, &choice);
        what = format!("{what}; instruction descriptor {}", idesc::text(of));
        shown = idesc::pasted(of, "", &choice, &shown)?.shown;
        goes_to = Some(Destination::Instruction(of));
    }
    swizzle_params::check(&shown.said)?;
    let mut others: Vec<OtherReading> = Vec::new();
    if let (Some(_), Some(arch)) = (raw, arch) {
        others.extend(other_archs(arch, choice));
    }
    let other = operand.other();
    let can_be_shown = line.shape.is_none_or(|(m, n, _)| {
        let mut said = shown.said;
        said.reader.rows = Some(if other == Operand::A { m } else { n });
        swizzle_params::check(&said).is_ok()
    });
    if can_be_shown && !(other == Operand::A && line.is_a_elsewhere) {
        others.push(other_operand(other, choice));
    }
    Ok(Pasted {
        others,
        notices,
        is_from_inside: true,
        goes_to,
        ..Pasted::of(
            format!("{what}; shown is operand {}", operand.name()),
            shown,
        )
    })
}

/// Describes the values of the line in words.
fn what(line: &Line) -> String {
    let mut text = format!("an instruction, {}", line.name);
    let (m, n, k) = line.shape.unwrap_or_default();
    for (operand, rows) in [(Operand::A, m), (Operand::B, n)] {
        let index = usize::from(operand == Operand::B);
        let mut parts: Vec<String> = Vec::new();
        parts.extend(line.elements[index].map(|element| element.name().into()));
        match line.majors[index] {
            _ if line.is_a_elsewhere && operand == Operand::A => {
                parts.push("not from shared memory".into())
            }
            Some(major) => parts.push(major.operand_name(operand).into()),
            None => {}
        }
        if line.shape.is_some() {
            parts.push(format!("{rows} × {k}"));
        }
        if !parts.is_empty() {
            text.push_str(&format!(", {} {}", operand.name(), parts.join(" ")));
        }
    }
    if !line.d.is_empty() {
        text.push_str(&format!(", D {}", line.d));
    }
    text
}

/// A number as it stands for a descriptor.
fn number(text: &str) -> Option<u64> {
    Number::literal(text, 10).ok().map(|number| number.value)
}

/// The name of an instruction from a place on: letters, digits, dots and colons.
pub(crate) fn name_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let end = rest
        .find(|c: char| !(is_name(c) || matches!(c, '.' | ':')))
        .unwrap_or(rest.len());
    &rest[..end]
}

/// The operands behind an instruction's name, cut at commas.
fn operands(text: &str) -> Vec<&str> {
    let rows = tree(text.split(';').next().unwrap_or_default());
    rows.iter().map(|row| row.text).collect()
}

/// `m64n128k16`.
pub(crate) fn shape(part: &str) -> Option<(u32, u32, u32)> {
    let (m, rest) = part.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some((m.parse().ok()?, n.parse().ok()?, k.parse().ok()?))
}

/// `wgmma.mma_async{.sp}.sync.aligned.shape.d.a.b d, a, b, scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b`; A in
/// registers has no transposition. Source: PTX ISA, `wgmma.mma_async` and `wgmma.mma_async.sp`.
fn wgmma(text: &str) -> Option<Line> {
    let at = text.find("wgmma.mma_async")?;
    let name = name_at(text, at);
    let parts: Vec<&str> = name.split('.').collect();
    let shape_at = parts.iter().position(|part| shape(part).is_some())?;
    let element = |i: usize| {
        parts
            .get(shape_at + i)
            .and_then(|part| element_from_word(part))
    };
    let elements = [element(2), element(3).or_else(|| element(2))];
    let all = operands(&text[at + name.len()..]);
    let is_sparse = parts.contains(&"sp");
    let operand = |i: usize| all.get(i).copied().unwrap_or("");
    let is_a_elsewhere = operand(1).starts_with('{');
    let a = if is_a_elsewhere { "" } else { operand(1) };
    let can_transpose = matches!(elements[0], Some(Element::F16 | Element::Bf16));
    // The sparse form has two more operands of metadata after the descriptors.
    let scales = 3 + if is_sparse { 2 } else { 0 };
    let transposed = |i: usize| all.get(scales + 3 + i).map(|bit| *bit == "1");
    let major = |bit: Option<bool>| match (can_transpose, bit) {
        (false, _) => Some(Major::K),
        (true, Some(true)) => Some(Major::Mn),
        (true, Some(false)) => Some(Major::K),
        (true, None) => None,
    };
    let majors = if is_a_elsewhere {
        [None, major(transposed(0))]
    } else {
        [major(transposed(0)), major(transposed(1))]
    };
    Some(Line {
        name: short(name),
        arch: Some(Arch::Wgmma),
        shape: shape(parts[shape_at]),
        elements,
        d: parts
            .get(shape_at + 1)
            .copied()
            .map(short)
            .unwrap_or_default(),
        majors,
        sparsity: sparsity(is_sparse),
        descriptors: [a, operand(2)].map(String::from),
        is_a_elsewhere,
        surplus: if can_transpose {
            Vec::new()
        } else {
            all.iter().skip(scales + 3).map(|one| short(one)).collect()
        },
        ..Line::default()
    })
}

/// `tcgen05.mma{.ws}{.sp}.cta_group.kind [d], a, b, idesc, …`; `[a]` is in tensor memory. Source: PTX ISA, `tcgen05.mma`.
fn tcgen05(text: &str) -> Option<Line> {
    let at = text.find("tcgen05.mma")?;
    let name = name_at(text, at);
    let kind = name.split("kind::").nth(1)?;
    let kind = Kind::from_name(kind.split('.').next()?).ok()?;
    let all = operands(&text[at + name.len()..]);
    let is_sparse = name.contains(".sp.");
    let operand = |i: usize| all.get(i).copied().unwrap_or("");
    let is_a_elsewhere = operand(1).starts_with('[');
    let a = if is_a_elsewhere { "" } else { operand(1) };
    // The metadata of the sparse form comes before the instruction descriptor.
    let only = match kind.elements() {
        [only] => Some(*only),
        _ => None,
    };
    Some(Line {
        name: short(name),
        arch: Some(Arch::Tcgen05),
        elements: [only; 2],
        sparsity: sparsity(is_sparse),
        kind: Some(kind),
        descriptors: [a, operand(2)].map(String::from),
        instruction: operand(if is_sparse { 4 } else { 3 }).into(),
        is_a_elsewhere,
        ..Line::default()
    })
}

const fn sparsity(is_sparse: bool) -> Option<Sparsity> {
    Some(if is_sparse {
        Sparsity::Sparse
    } else {
        Sparsity::Dense
    })
}

/// `HGMMA.64x128x16.F32.BF16 R24, gdesc[UR4].tnspB, …`. Source: `nvdisasm` on kernels for sm_90a.
fn sass(text: &str) -> Option<Line> {
    let at = ["HGMMA.", "QGMMA.", "IGMMA."]
        .iter()
        .find_map(|name| text.find(name))?;
    let name = name_at(text, at);
    let mut parts = name.split('.').skip(1);
    let mut sizes = parts
        .next()?
        .split('x')
        .map(|size| size.parse::<u32>().ok());
    let shape = (sizes.next()??, sizes.next()??, sizes.next()??);
    let types: Vec<&str> = parts.collect();
    let operand_types: Vec<Element> = types
        .iter()
        .skip(1)
        .filter_map(|part| element_from_word(part))
        .collect();
    let default = if name.starts_with("HGMMA") {
        Some(Element::F16)
    } else {
        None
    };
    let a = operand_types.first().copied().or(default);
    let b = operand_types.get(1).copied().or(a);
    let rest = text[at + name.len()..].lines().next().unwrap_or("");
    let major = |name: &str| {
        Some(if rest.contains(name) {
            Major::Mn
        } else {
            Major::K
        })
    };
    let gdesc = rest
        .find("gdesc[")
        .map_or("", |open| &rest[open + "gdesc".len()..]);
    let register = tree::parts(gdesc).first().copied().unwrap_or("");
    Some(Line {
        name: short(name),
        arch: Some(Arch::Wgmma),
        shape: Some(shape),
        elements: [a, b],
        d: types
            .first()
            .copied()
            .map(|d| d.to_ascii_lowercase())
            .unwrap_or_default(),
        majors: ["tnspA", "tnspB"].map(major),
        sparsity: sparsity(name.contains(".SP")),
        descriptors: [register; 2].map(String::from),
        ..Line::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_wgmma() {
        let line = wgmma("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1,%f2}, %rd1, %rd2, p, 1, 1, 0, 1;").unwrap();
        assert_eq!(line.shape, Some((64, 128, 16)));
        assert_eq!(line.majors, [Some(Major::K), Some(Major::Mn)]);
        assert_eq!(line.descriptors, ["%rd1", "%rd2"]);
        let line = wgmma("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%f1}, {%r1, %r2, %r3, %r4}, 0x4000004000010040, 1, 1, 1;").unwrap();
        assert!(line.is_a_elsewhere);
        assert_eq!(line.elements, [Some(Element::E4m3), Some(Element::E5m2)]);
        assert_eq!(line.majors, [None, Some(Major::K)]);
        let line = wgmma("wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.bf16.bf16 {%f1}, %rd1, %rd2, %r5, 0, p, 1, 1, 1, 0;").unwrap();
        assert_eq!(line.sparsity, Some(Sparsity::Sparse));
        assert_eq!(line.majors, [Some(Major::Mn), Some(Major::K)]);
    }

    #[test]
    fn lines_of_tcgen05_and_of_sass() {
        let line = tcgen05("tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, 0x08200490, p;")
            .unwrap();
        assert_eq!(
            (line.kind, &*line.instruction),
            (Some(Kind::F16), "0x08200490")
        );
        let line =
            tcgen05("tcgen05.mma.sp.cta_group::2.kind::tf32 [%r1], [%r2], %rd2, [%r3], %r4, p;")
                .unwrap();
        assert!(line.is_a_elsewhere);
        assert_eq!(
            (line.elements[1], &*line.instruction),
            (Some(Element::Tf32), "%r4")
        );
        let line = sass("HGMMA.64x128x16.F32.BF16 R24, gdesc[UR16].tnspB, R24, gsb0").unwrap();
        assert_eq!(
            (line.shape, line.elements[0]),
            (Some((64, 128, 16)), Some(Element::Bf16))
        );
        assert_eq!(line.majors, [Some(Major::K), Some(Major::Mn)]);
        assert_eq!(sass("HGMMA. x"), None);
    }
}
