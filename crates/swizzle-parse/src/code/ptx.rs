//! A line of PTX or SASS that multiplies: `wgmma.mma_async…`, `tcgen05.mma…`, `HGMMA…`. It says the reader; its descriptors are
//! registers, or numbers.

use super::*;

/// The values that a line specifies for both operands.
#[derive(Debug, PartialEq)]
struct Line {
    text: String,
    name: MmaName,
    majors: [Option<Major>; 2],
    /// The texts in the positions of both descriptors and of an instruction descriptor.
    operands: [String; 3],
    is_a_elsewhere: bool,
    /// Operands that the form does not have.
    surplus: Vec<String>,
}

impl Line {
    /// Rows that the instruction reads of an operand.
    fn rows(&self, operand: Operand) -> Option<u32> {
        self.name.shape.map(|[m, n, _]| [m, n][operand as usize])
    }
}

/// Reads such a line; none where there is none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let mut line = ptx(text).or_else(|| sass(text))?;
    explain(&mut line, text);
    Some(pasted(&line, choice, context))
}

/// Puts the numbers that the text sets in the place of their names: those of inline assembly, `%1`, by their constraints.
fn explain(line: &mut Line, text: &str) {
    let mut names: Vec<&mut String> = line.operands.iter_mut().collect();
    names.retain(|name| !name.is_empty());
    let variables = source::variables(&without_comments(text));
    let constraints = constraints(text);
    for name in names {
        let index = name.strip_prefix('%');
        let named = match index.and_then(|digits| digits.parse::<usize>().ok()) {
            Some(index) => constraints.get(index).copied(),
            None => moved(text, name).or(Some(&**name)),
        };
        let evaluate = |text| evaluated(text, &variables, &mut Vec::new());
        if let Some(value) = named.and_then(evaluate).and_then(Known::number) {
            *name = format!("0x{value:x}");
        }
    }
}

/// What a line above moves into a register: `mov.b64 %rd1, 46…;`
fn moved<'t>(text: &'t str, register: &str) -> Option<&'t str> {
    let moves = text.match_indices("mov.").map(|(at, _)| &text[at..]);
    moves.take(CONSTRAINTS_MAX).find_map(|line| {
        let (_, operands) = line.split_once([' ', '\t'])?;
        let value = operands.trim_start().strip_prefix(register)?.trim_start().strip_prefix(',')?;
        Some(value[..value.find([';', '\n']).unwrap_or(value.len())].trim())
    })
}

/// The expressions behind the constraints of inline assembly, in their order: `"+f"(d) : "l"(desc_a), "l"(desc_b)`.
fn constraints(text: &str) -> Vec<&str> {
    let pieces: Vec<&str> = text.split('"').collect();
    let all = pieces.windows(2).filter_map(|pair| {
        let is_one = pair[0].bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'+' | b'=' | b'&'));
        let inside = pair[1].trim_start().strip_prefix('(').filter(|_| is_one)?;
        Some(inside[..inside.find(')')?].trim())
    });
    all.take(CONSTRAINTS_MAX).collect()
}

/// Operands of inline assembly that are looked at: an accumulator has up to 128.
const CONSTRAINTS_MAX: usize = 256;

fn pasted(line: &Line, choice: &PasteChoice, context: &Shown) -> Answer {
    let usual = if line.is_a_elsewhere { Operand::B } else { Operand::A };
    let said = choice.operand.or(context.said.reader.operand);
    let operand = said.unwrap_or(usual);
    let index = operand as usize;
    let mut shown = *context;
    let arch = choice.arch.unwrap_or(line.name.arch);
    let raw = literal(&line.operands[index]);
    if let Some(raw) = raw {
        shown = with_given(Descriptor::new(arch, raw), context);
    }
    say_reader(&mut shown, Some(operand), Some(arch));
    let Said { tile, reader, .. } = &mut shown.said;
    reader.sparsity = Some(line.name.sparsity);
    tile.element = line.name.types[index].or(tile.element);
    tile.major = line.majors[index].or(tile.major);
    reader.rows = line.rows(operand).or(reader.rows);
    let mut notices = Vec::new();
    let whose = ["operand A's", "operand B's", "the instruction"];
    for (at, (value, of)) in line.operands.iter().zip(whose).enumerate() {
        let (part, why) = match literal(value) {
            Some(raw) if at < 2 && at != index => (format!("0x{raw:016x}"), "; it was ignored"),
            None if !value.is_empty() => (value.clone(), ", which is unknown here"),
            _ => continue,
        };
        notices.push(notice(&part, format!("is {of} descriptor{why}")));
    }
    let why = "is an imm-trans operand, which only 16-bit types have: this form is no instruction";
    notices.extend(line.surplus.iter().map(|one| notice(one, why)));
    let mut goes_to = None;
    let mut what = what(line);
    let bits = literal(&line.operands[2]).and_then(|bits| u32::try_from(bits).ok());
    if let Some(bits) = bits {
        let choice = PasteChoice { kind: line.name.kind.or(choice.kind), ..choice.with(operand) };
        let of = idesc::of_bits(bits, &choice);
        what += &format!("; instruction descriptor {}", idesc::text(of));
        shown = idesc::pasted(of, "", &choice, &shown)?.shown;
        goes_to = Some(Destination::Instruction(of));
    }
    swizzle_params::check(&shown.said)?;
    let mut others = raw.map_or(Vec::new(), |_| other_archs(arch, choice));
    let other = operand.other();
    if !(other == Operand::A && line.is_a_elsewhere) {
        others.push(other_operand(other, choice));
    }
    what += &format!("; shown is operand {}", operand.name());
    Ok(Pasted { others, goes_to, ..Pasted::inside(what, shown, notices) })
}

/// Describes the values of the line in words.
fn what(line: &Line) -> String {
    let mut text = format!("an instruction, {}", line.text);
    for operand in [Operand::A, Operand::B] {
        let index = operand as usize;
        let form = match line.is_a_elsewhere && operand == Operand::A {
            true => Some("not from shared memory"),
            false => line.majors[index].map(|major| major.operand_name(operand)),
        };
        let extents = line.rows(operand).zip(line.name.shape);
        let extents = extents.map(|(rows, [.., k])| format!("{rows} × {k}"));
        let element = line.name.types[index].map(Element::name);
        let parts = [element.map(String::from), form.map(String::from), extents];
        let parts = joined(parts.into_iter().flatten(), " ");
        if !parts.is_empty() {
            text += &format!(", {} {parts}", operand.name());
        }
    }
    if let Some(d) = line.name.accumulator {
        text += &format!(", D {}", d.name());
    }
    text
}

/// The name of an instruction from a place on: letters, digits, dots and colons.
pub(crate) fn name_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let end = rest.find(|c: char| !(is_name(c) || ".:".contains(c))).unwrap_or(rest.len());
    &rest[..end]
}

/// The operands behind an instruction's name, cut at commas.
fn operands(text: &str) -> Vec<&str> {
    let rows = tree(text.split(';').next().unwrap_or_default());
    rows.iter().map(|row| row.text).collect()
}

/// `wgmma.mma_async{.sp}.sync.aligned.shape.d.a.b d, a, b, scale-d, imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b`; A in
/// registers has no transposition. `tcgen05.mma{.ws}{.sp}.cta_group.kind [d], a, b, idesc, …`; `[a]` is in tensor memory.
/// Source: PTX ISA, `wgmma.mma_async`, `wgmma.mma_async.sp` and `tcgen05.mma`.
fn ptx(text: &str) -> Option<Line> {
    let (at, name, read) = ["wgmma.mma_async", "tcgen05.mma"].iter().find_map(|start| {
        let at = text.find(start)?;
        let name = name_at(text, at);
        let read = mma_name(name)?;
        (read.shape.is_some() || read.kind.is_some()).then_some((at, name, read))
    })?;
    let all = operands(&text[at + name.len()..]);
    let is_sparse = read.sparsity == Sparsity::Sparse;
    let bracket = match read.arch {
        Arch::Wgmma => '{',
        Arch::Tcgen05 => '[',
    };
    let operand = |i: usize| all.get(i).copied().unwrap_or("");
    let is_a_elsewhere = operand(1).starts_with(bracket);
    // The metadata of the sparse form comes before the instruction descriptor.
    let instruction = match (read.kind, is_sparse) {
        (None, _) => "",
        (Some(_), true) => operand(4),
        (Some(_), false) => operand(3),
    };
    let only = match read.kind.map(Kind::elements) {
        Some([only]) => Some(*only),
        _ => None,
    };
    let a = read.types[0].or(only);
    let can_transpose = matches!(a, Some(Element::F16 | Element::Bf16));
    // The sparse form of wgmma has two more operands of metadata after the descriptors.
    let transposed = all.get(if is_sparse { 8 } else { 6 }..).unwrap_or_default();
    let major = |i: usize| match (read.arch, can_transpose, transposed.get(i)) {
        (Arch::Tcgen05, ..) => None,
        (Arch::Wgmma, false, _) => Some(Major::K),
        (Arch::Wgmma, true, bit) => bit.map(|bit| MmaName::major(u64::from(*bit == "1"))),
    };
    let is_surplus = read.arch == Arch::Wgmma && !can_transpose;
    let surplus = transposed.iter().filter(|_| is_surplus);
    Some(Line {
        text: short(name),
        name: MmaName { types: [a, read.types[1].or(a)], ..read },
        majors: match is_a_elsewhere {
            true => [None, major(0)],
            false => [major(0), major(1)],
        },
        operands: [if is_a_elsewhere { "" } else { operand(1) }, operand(2), instruction].map(String::from),
        is_a_elsewhere,
        surplus: surplus.map(|one| short(one)).collect(),
    })
}

/// `HGMMA.64x128x16.F32.BF16 R24, gdesc[UR4].tnspB, …`. Source: `nvdisasm` on kernels for sm_90a.
fn sass(text: &str) -> Option<Line> {
    let at = ["HGMMA.", "QGMMA.", "IGMMA."].iter().find_map(|name| text.find(name))?;
    let name = name_at(text, at);
    let mut parts = name.split('.').skip(1);
    let [m, n, k] = parts.next()?.split('x').collect::<Vec<_>>()[..] else {
        return None;
    };
    let d = parts.next().unwrap_or_default().to_ascii_lowercase();
    let default = name.starts_with('H').then_some(Element::F16);
    let mut types = parts.filter_map(element_from_word);
    let a = types.next().or(default);
    let types = [a, types.next().or(a)];
    let sparse = if name.contains(".SP") { ".sp" } else { "" };
    let rest = text[at + name.len()..].lines().next().unwrap_or("");
    let major = |name: &str| match rest.contains(name) {
        true => Some(Major::Mn),
        false => Some(Major::K),
    };
    let gdesc = rest.find("gdesc[").map_or("", |open| &rest[open + "gdesc".len()..]);
    let register = tree::parts(gdesc).first().copied().unwrap_or("");
    let of_ptx = mma_name(&format!("wgmma.mma_async{sparse}.m{m}n{n}k{k}.{d}"))?;
    Some(Line {
        text: short(name),
        name: MmaName { types, ..of_ptx },
        majors: ["tnspA", "tnspB"].map(major),
        operands: [register, register, ""].map(String::from),
        is_a_elsewhere: false,
        surplus: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_ptx() {
        let line =
            ptx("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1,%f2}, %rd1, %rd2, p, 1, 1, 0, 1;")
                .unwrap();
        assert_eq!(line.name.shape, Some([64, 128, 16]));
        assert_eq!(line.majors, [Some(Major::K), Some(Major::Mn)]);
        assert_eq!(line.operands, ["%rd1", "%rd2", ""]);
        let line = ptx("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%f1}, {%r1, %r2, %r3, %r4}, 0x4000004000010040, 1, 1, 1;").unwrap();
        assert!(line.is_a_elsewhere);
        assert_eq!(line.name.types, [Some(Element::E4m3), Some(Element::E5m2)]);
        assert_eq!(line.majors, [None, Some(Major::K)]);
        let line = ptx("wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.bf16.bf16 {%f1}, %rd1, %rd2, %r5, 0, p, 1, 1, 1, 0;").unwrap();
        assert_eq!(line.name.sparsity, Sparsity::Sparse);
        assert_eq!(line.majors, [Some(Major::Mn), Some(Major::K)]);
    }

    #[test]
    fn lines_of_tcgen05_and_of_sass() {
        let line = ptx("tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, 0x08200490, p;").unwrap();
        assert_eq!((line.name.kind, &*line.operands[2]), (Some(Kind::F16), "0x08200490"));
        let line = ptx("tcgen05.mma.sp.cta_group::2.kind::tf32 [%r1], [%r2], %rd2, [%r3], %r4, p;").unwrap();
        assert!(line.is_a_elsewhere);
        assert_eq!((line.name.types[1], &*line.operands[2]), (Some(Element::Tf32), "%r4"));
        let line = sass("HGMMA.64x128x16.F32.BF16 R24, gdesc[UR16].tnspB, R24, gsb0").unwrap();
        assert_eq!((line.name.shape, line.name.types[0]), (Some([64, 128, 16]), Some(Element::Bf16)));
        assert_eq!(line.majors, [Some(Major::K), Some(Major::Mn)]);
        assert_eq!(sass("HGMMA. x"), None);
    }
}
