//! A line of PTX or SASS that multiplies: `wgmma.mma_async…`, `tcgen05.mma…`, `HGMMA…`. It says the reader; its descriptors are
//! registers, or numbers.

use super::*;

/// The values that a line specifies for both operands.
struct Line {
    text: String,
    name: MmaName,
    majors: [Option<Major>; 2],
    /// The texts in the positions of both descriptors and of an instruction descriptor.
    operands: [String; 3],
    is_a_elsewhere: bool,
    /// Operands that the form does not have.
    surplus: Vec<String>,
    /// Modifiers of its name that are not known.
    unread: Vec<String>,
}

impl Line {
    /// Rows that the instruction reads of an operand.
    fn rows(&self, operand: Operand) -> Option<u32> {
        self.name.shape.map(|[m, n, _]| [m, n][operand as usize])
    }
}

/// Reads such a line; none where there is none.
pub(crate) fn read_instruction(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let line = ptx(text).or_else(|| sass(text))?;
    let set = Set::of(text);
    // The numbers of the operands, where the text sets what their names are.
    let values = [0, 1, 2].map(|which| {
        let name = &*line.operands[which];
        match name.strip_prefix("UR").and_then(|first| first.parse().ok()) {
            Some(first) => in_registers(text, first, which < 2),
            None => set.number(name, MOVES_MAX),
        }
    });
    Some(pasted(&line, values, choice, context))
}

/// What a text sets registers and operands of inline assembly to.
struct Set<'t> {
    text: &'t str,
    variables: Vec<Variable>,
    constraints: Vec<&'t str>,
}

/// Moves from register to register that are followed.
const MOVES_MAX: usize = 4;

impl<'t> Set<'t> {
    fn of(text: &'t str) -> Self {
        let variables = variables_of(&without_comments(text));
        Self { text, variables, constraints: constraints(text) }
    }

    /// The number of an operand: those of inline assembly, `%1`, by their constraints, two halves as `{low, high}`.
    fn number(&self, name: &str, moves: usize) -> Option<u64> {
        let half = |name: &str| u32::try_from(self.number(name.trim(), moves.checked_sub(1)?)?).ok();
        if let Some(halves) = name.strip_suffix('}') {
            let (low, high) = halves.trim_start_matches('{').split_once(',')?;
            return Some(u64::from(half(high)?) << 32 | u64::from(half(low)?));
        }
        let index = name.strip_prefix('%').and_then(|digits| digits.parse::<usize>().ok());
        let from = match index {
            Some(index) => self.constraints.get(index).copied(),
            None => moved(self.text, name),
        };
        match from {
            Some(from) if from.starts_with(['{', '%']) => self.number(from, moves.checked_sub(1)?),
            from => {
                let read = evaluated(from.unwrap_or(name), &self.variables, &mut Vec::new());
                read.and_then(Known::number).or_else(|| literal(name)).filter(|_| !name.is_empty())
            }
        }
    }
}

/// The text with each descriptor that is moved from two halves as the number that it is: `mov.b64 %0, {%1, %2};`. Everything
/// behind it stays where it was.
pub(crate) fn with_moved(text: &str) -> String {
    let mut whole = text.to_string();
    let set = LazyCell::new(|| Set::of(text));
    for (at, _) in text.match_indices("mov.b64 ").take(CONSTRAINTS_MAX).filter(|_| !text.contains("mma")) {
        let end = text[at..].find('}').map_or(at, |end| at + end + 1);
        let halves = text[at..end].split_once(", {").and_then(|(_, halves)| set.number(halves, MOVES_MAX));
        if let Some(raw) = halves.filter(|raw| raw >> 32 != 0) {
            whole.replace_range(at..end, &in_place(raw, end - at));
        }
    }
    whole
}

/// The number in a uniform register, or in a pair of them from this one on: `UMOV UR4, 0x10040`.
fn in_registers(text: &str, first: usize, is_pair: bool) -> Option<u64> {
    let half = |register: usize| {
        let (_, moved) = text.split_once(&format!("UMOV UR{register}, "))?;
        literal(moved.split(any_of(" ;\n")).next()?)
    };
    let high = if is_pair { half(first + 1)? } else { 0 };
    Some(high << 32 | half(first)?)
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

fn pasted(line: &Line, raws: [Option<u64>; 3], choice: &PasteChoice, context: &Shown) -> Answer {
    let usual = if line.is_a_elsewhere { Operand::B } else { Operand::A };
    let said = choice.operand.or(context.said.reader.operand);
    let operand = said.unwrap_or(usual);
    let index = operand as usize;
    let mut shown = *context;
    let arch = choice.arch.unwrap_or(line.name.arch);
    let raw = raws[index];
    if let Some(raw) = raw {
        shown = with_given(Descriptor::new(arch, raw), context);
    }
    say_reader(&mut shown, Some(operand), Some(arch));
    let Said { tile, reader, .. } = &mut shown.said;
    // A modifier that is not known may say it.
    reader.sparsity = Some(line.name.sparsity).filter(|_| line.unread.is_empty()).or(reader.sparsity);
    tile.element = line.name.types[index].or(tile.element);
    tile.major = line.majors[index].or(tile.major);
    reader.rows = line.rows(operand).or(reader.rows);
    let mut notices: Vec<Notice> = line.unread.iter().map(|one| not_read(one)).collect();
    let whose = ["operand A's", "operand B's", "the instruction"];
    for (at, (name, of)) in line.operands.iter().zip(whose).enumerate() {
        let (part, why) = match raws[at] {
            Some(raw) if at < 2 && at != index => (&*format!("0x{raw:016x}"), "; it was ignored"),
            None if !name.is_empty() => (&**name, ", which is unknown here"),
            _ => continue,
        };
        notices.push(notice(part, format!("is {of} descriptor{why}")));
    }
    let why = "is an imm-trans operand, which only 16-bit types have: this form is no instruction";
    notices.extend(line.surplus.iter().map(|one| notice(one, why)));
    let mut goes_to = None;
    let mut what = what(line);
    if let Some(bits) = raws[2].and_then(|bits| u32::try_from(bits).ok()) {
        let choice = PasteChoice { kind: line.name.kind.or(choice.kind), ..choice.with(operand) };
        let of = idesc_of_bits(bits, &choice);
        what += &format!("; instruction descriptor {}", idesc_text(of));
        shown = idesc_pasted(of, "", &choice, &shown)?.shown;
        goes_to = Some(Destination::Instruction(of));
    }
    check(&shown.said)?;
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
        let form = if line.is_a_elsewhere && operand == Operand::A {
            Some("not from shared memory")
        } else {
            line.majors[index].map(|major| major.operand_name(operand))
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
        text: quoted(name),
        name: MmaName { types: [a, read.types[1].or(a)], ..read },
        majors: if is_a_elsewhere { [None, major(0)] } else { [major(0), major(1)] },
        operands: [if is_a_elsewhere { "" } else { operand(1) }, operand(2), instruction].map(String::from),
        is_a_elsewhere,
        surplus: surplus.map(|one| quoted(one)).collect(),
        unread: Vec::new(),
    })
}

/// `HGMMA.64x128x16.F32.BF16 R24, gdesc[UR4].tnspB, …`, `UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR10], idesc[UR11], …`.
/// Source of the first: `nvdisasm` on kernels for sm_90a. The second is read as texts paste it; it says no shape, type or kind.
fn sass(text: &str) -> Option<Line> {
    const NAMES: [&str; 7] = ["HGMMA.", "QGMMA.", "IGMMA.", "UTCHMMA", "UTCQMMA", "UTCIMMA", "UTCOMMA"];
    let at = NAMES.iter().find_map(|name| text.find(name))?;
    let name = name_at(text, at);
    let rest = text[at + name.len()..].split(any_of(";\n")).next().unwrap_or_default();
    let registers = |of: &str| {
        let all = rest.split(of).skip(1).filter_map(|behind| behind.split(']').next());
        all.map(String::from).collect::<Vec<_>>()
    };
    let descriptors = registers(" gdesc[");
    let is_a_elsewhere = name.starts_with("UTC") && descriptors.len() < 2;
    let line = |name_of_ptx: MmaName, majors, operands, unread| Line {
        text: quoted(name),
        name: name_of_ptx,
        majors,
        operands,
        is_a_elsewhere,
        surplus: Vec::new(),
        unread,
    };
    let sparse = if name.contains(".SP") { ".sp" } else { "" };
    if name.starts_with("UTC") {
        let [a, b] = match &descriptors[..] {
            [a, b] => [a.clone(), b.clone()],
            [b] => [String::new(), b.clone()],
            _ => return None,
        };
        let idesc = registers(" idesc[").pop().unwrap_or_default();
        let mut unread: Vec<&str> = name.split('.').skip(1).collect();
        unread.retain(|modifier| !is_in("2CTA SP", modifier));
        let of_ptx = mma_name(&format!("tcgen05.mma{sparse}"))?;
        let unread = unread.into_iter().map(quoted).collect();
        return Some(line(of_ptx, [None; 2], [a, b, idesc], unread));
    }
    let mut parts = name.split('.').skip(1);
    let [m, n, k] = parts.next()?.split('x').collect::<Vec<_>>()[..] else {
        return None;
    };
    let d = parts.next().unwrap_or_default().to_ascii_lowercase();
    let default = name.starts_with('H').then_some(Element::F16);
    let mut types = parts.filter_map(element_from_word);
    let a = types.next().or(default);
    let types = [a, types.next().or(a)];
    let major = |name: &str| if rest.contains(name) { Some(Major::Mn) } else { Some(Major::K) };
    // B's descriptor is in the registers behind A's.
    let first = descriptors.first().cloned().unwrap_or_default();
    let behind = first.strip_prefix("UR").and_then(|first| first.parse::<u32>().ok());
    let second = behind.map_or_else(|| first.clone(), |first| format!("UR{}", first + 2));
    let of_ptx = mma_name(&format!("wgmma.mma_async{sparse}.m{m}n{n}k{k}.{d}"))?;
    let majors = ["tnspA", "tnspB"].map(major);
    Some(line(MmaName { types, ..of_ptx }, majors, [first, second, String::new()], Vec::new()))
}
