//! A line of PTX that moves to or from tensor memory: `tcgen05.ld`, `tcgen05.st`, `tcgen05.cp`.

use super::*;

/// Reads such a line; none where there is none. The text beside the instructions is read as words.
pub(crate) fn read_line(
    text: &str,
    _: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    // In words, what is before the name belongs to it, too.
    let is_prose = !text.contains('[') && !text.contains(';');
    let start = |at: usize| if is_prose { 0 } else { at };
    taken.extend(moves(text).map(|(at, _)| start(at)..end(text, at)));
    let mut all = moves(text);
    let (at, name) = all.next()?;
    let rest = &text[at + name.len()..end(text, at)];
    let mut parts: Vec<&str> = name.split('.').skip(1).collect();
    // In words, the shape stands anywhere: `tcgen05.cp 32x128b 0x…`.
    if !shape_in(parts.iter().copied()) {
        let mut named = names(text).filter(|word| shape_in(std::iter::once(*word)));
        let first = named.next();
        parts.extend(first.filter(|first| named.all(|other| other == *first)));
        let is_count = |word: &&str| word.strip_prefix('x').is_some_and(|num| num.parse::<u32>().is_ok());
        parts.extend(names(text).filter(is_count));
    }
    let rest = if text.contains('[') { rest } else { text };
    let read = match parts[0] {
        "cp" => copy(name, &parts, rest, context),
        direction => load(direction, name, &parts, rest, context),
    };
    let read = read.map(|mut pasted| {
        pasted
            .notices
            .extend(all.map(|(_, other)| notice(other, "is another instruction: the first one is read")));
        pasted
    });
    Some(read.or_else(|why| refuse(at..at + name.len(), why.to_string())))
}

/// The instructions with their names, in the order of the text.
fn moves(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const FAMILY: &str = "tcgen05.";
    let is_first = |at: &usize| !text[..*at].ends_with(|c: char| is_name(c) || ".:".contains(c));
    let all = text.match_indices(FAMILY).map(|(at, _)| at).filter(is_first).map(|at| (at, name_at(text, at)));
    // Not `tcgen05.store_something`.
    all.filter(|(_, name)| {
        let mut parts = name[FAMILY.len()..].split('.');
        let is_named = || {
            let mut words = text.split(|c: char| !(is_name(c) || c == '.'));
            text.len() < PHRASE_MAX && words.any(|word| shape_in(word.split('.')))
        };
        matches!(parts.next(), Some("ld" | "st" | "cp")) && (parts.next().is_some() || is_named())
    })
}

/// The end of an instruction: it is followed by a semicolon, another instruction or, without either, the next line.
fn end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let next = moves(&rest[1..]).next().map_or(rest.len(), |(next, _)| next + 1);
    let own = &rest[..next];
    at + own.find(';').or(own.find('\n')).unwrap_or(own.len())
}

/// Longer texts are no words about one move.
const PHRASE_MAX: usize = 400;

/// Whether one of these is the shape of a move.
fn shape_in<'t>(mut parts: impl Iterator<Item = &'t str>) -> bool {
    parts.any(|part| CopyShape::from_name(part).is_ok() || LoadShape::from_name(part).is_ok())
}

/// The address in brackets, where it is a number.
fn address_in(rest: &str) -> Option<Result<Address, swizzle_tmem::Refusal>> {
    let (_, inside) = rest.split_once('[')?;
    let (inside, _) = inside.split_once(']')?;
    let word = u32::try_from(literal(inside)?).ok()?;
    Some(Address::from_word(word))
}

/// The text after a closing bracket and a comma.
fn behind(rest: &str) -> Option<&str> {
    let (_, rest) = rest.split_once(']')?;
    Some(rest.trim_start().strip_prefix(',')?.trim())
}

/// The shape among the parts of a name.
fn shape_of<T: Named>(direction: &str, parts: &[&str]) -> Tried<T> {
    let shape = parts.iter().find_map(|part| T::from_name(part).ok());
    shape.ok_or_else(|| format!("tcgen05.{direction} has a shape: {}", T::NAMES.join(", ")).into())
}

fn load(direction: &str, name: &str, parts: &[&str], rest: &str, context: &Shown) -> Tried<Pasted> {
    let shape: LoadShape = shape_of(direction, parts)?;
    let count = |part: &&str| part.strip_prefix('x').and_then(|num| num.parse().ok());
    let num: u32 = parts.iter().find_map(count).unwrap_or(1);
    let is_packed = name.contains("pack::16b");
    let split = behind(rest)
        .and_then(|rest| literal(rest.split(',').next()?))
        .filter(|_| shape == LoadShape::S16x32bx2);
    let split = split.and_then(|split| u32::try_from(split).ok());
    let load = Load::new(shape, num, is_packed, split)?;
    let (registers, lanes, columns) = (load.registers(), shape.lanes(), load.law.columns());
    let at = address_in(rest).transpose()?;
    let plural = |count: u32| if count == 1 { "" } else { "s" };
    let mut answer = Told::new(format!(
        "tcgen05.{direction}, {shape}.x{num}{}: {registers} register{} of each thread, {lanes} lanes × {columns} column{} of each warp",
        if is_packed { ", two 16-bit halves in each" } else { "" },
        plural(registers),
        plural(columns)
    ));
    answer.text("shape", shape.name()).number("num", num).number("registers", registers);
    answer.number("lanes", lanes).number("columns", columns);
    if let Some(at) = at {
        let way = if direction == "st" { "to" } else { "from" };
        answer.what += &format!("; {way} lane {}, column {}", at.lane(), at.column());
        answer.at(at);
    }
    let value = |name: &str| {
        let mut words = names(rest);
        words.find(|word| word.trim_end_matches('s') == name)?;
        u32::try_from(literal(words.next()?)?).ok()
    };
    if let Some(register) = value("register").or_else(|| value("reg")) {
        let thread = value("thread").or_else(|| value("lane")).unwrap_or(0);
        let asked = Register {
            warp: value("warp").unwrap_or(thread / WARP_LANES),
            thread: thread % WARP_LANES,
            register,
            half: 0,
        };
        let cell = load.cell_from_register(asked)?;
        answer.what += &format!(
            "; thread {thread}, register {register}: lane {}, column {} from its address",
            cell.lane, cell.column
        );
        answer.number("lane", cell.lane).number("column", cell.column);
    }
    answer.law(&load.law);
    let page = memory_page(|shown| {
        (shown.shape, shown.num) = (shape, Some(num));
        show_cell(shown, at);
    });
    let mut pasted = answer.pasted(MEMORY, page, context);
    pasted.notices.extend(notices(&load, rest, at));
    Ok(pasted)
}

/// Names mismatches: a wrong number of registers, an address that leaves tensor memory or a warp's lanes.
fn notices(load: &Load, rest: &str, at: Option<Address>) -> Vec<Notice> {
    let mut notices = Vec::new();
    let list = rest.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    let named = list.map(|(list, _)| list.split(',').filter(|one| !one.trim().is_empty()).count());
    // An ellipsis stands for more of them.
    let is_whole = list.is_some_and(|(list, _)| !list.contains("..") && !list.contains('…'));
    if let Some(named) = named.filter(|named| is_whole && *named != load.registers() as usize) {
        notices.push(notice(
            list.map_or("", |(list, _)| list),
            format!("names {named} registers, the shape has {}", load.registers()),
        ));
    }
    if let Some(at) = at {
        let warp = at.lane() / WARP_LANES;
        if let Err(refusal) = load.check_warp(warp, at) {
            notices.push(notice(&at.to_string(), refusal.to_string()));
        }
    }
    notices
}

fn copy(name: &str, parts: &[&str], rest: &str, context: &Shown) -> Tried<Pasted> {
    let shape: CopyShape = shape_of("cp", parts)?;
    // In words, the shape stands for the one multicast that goes with it.
    let is_one = |one: &&Multicast| {
        if name.contains("::") {
            **one != Multicast::None && name.contains(one.name())
        } else {
            SharedCopy::new(shape, **one).is_ok()
        }
    };
    let multicast = Multicast::ALL.iter().find(is_one).copied().unwrap_or(Multicast::None);
    let copy = SharedCopy::new(shape, multicast)?;
    let at = address_in(rest).transpose()?;
    let is_pair = name.contains("cta_group::2");
    let is_decompressed = has_any(name, "b4x16 b6x16");
    let (rows, bytes, copies) = (shape.rows(), shape.row_bytes(), multicast.copies());
    let mut what = format!(
        "tcgen05.cp, {shape}, multicast {multicast}: {rows} rows of {bytes} bytes, each to {copies} of the lanes, {} columns",
        bytes / 4
    );
    if is_pair {
        what += "; both CTAs of the pair get it; from whose shared memory, sources disagree";
    }
    if is_decompressed {
        what += "; where decompressed elements are is not known";
    }
    if let Some(at) = at {
        what += &format!("; to lane {}, column {}", at.lane(), at.column());
    }
    let mut long = names(rest).filter_map(literal).filter(|raw| raw >> 32 != 0);
    let only = long.next().filter(|_| !rest.contains('[') && long.next().is_none());
    let descriptor = behind(rest).and_then(|rest| literal(rest.split(',').next().unwrap_or(rest))).or(only);
    if let Some(raw) = descriptor {
        return Ok(of_copy(raw, shape, &what, context)?);
    }
    let mut answer = Told::new(what);
    answer.text("shape", shape.name()).text("multicast", multicast.name());
    answer.number("rows", rows).number("row_bytes", bytes).number("copies", copies);
    if let Some(at) = at {
        answer.at(at);
    }
    answer.law(&copy.law);
    let page = memory_page(|shown| {
        shown.copy = Some((shape, multicast));
        show_cell(shown, at);
    });
    let mut pasted = answer.pasted(MEMORY, page, context);
    if let Some(own) = behind(rest) {
        pasted.notices.push(notice(own, "is the descriptor of the source, which is unknown here"));
    }
    Ok(pasted)
}

// An address of tensor memory, and the descriptor of a copy into it.

/// How a question calls 32 bits that are an address: `a tensor-memory address: lane 64, column 16`.
pub(crate) fn address_label(word: u32) -> Option<String> {
    let address = Address::from_word(word).ok()?;
    Some(format!("a tensor-memory address: lane {}, column {}", address.lane(), address.column()))
}

/// Reads 32 bits that are specified to be an address.
pub(crate) fn address_pasted(word: u32, context: &Shown) -> Answer {
    let address = match Address::from_word(word) {
        Ok(address) => address,
        Err(refusal) => {
            let as_scale = match ScaleAddress::from_word(word) {
                Ok(scale) => format!(
                    "; as the address of a scale factor it is lane {}, column {}, id {} (bits 30–31): write “scale factor” before it",
                    scale.address.lane(),
                    scale.address.column(),
                    scale.id
                ),
                Err(_) => String::new(),
            };
            return refuse(0..0, format!("{refusal}{as_scale}"));
        }
    };
    Ok(answer(address, None, context))
}

fn answer(address: Address, scale: Option<(ScaleAddress, Option<Operand>)>, context: &Shown) -> Pasted {
    let id = scale.map(|(scale, _)| scale.id);
    let (lane, column) = (address.lane(), address.column());
    let first = lane / WARP_LANES * WARP_LANES;
    let warp = lane / WARP_LANES;
    let mut what = match id {
        None => format!("tensor-memory address {address}: lane {lane}, column {column}"),
        Some(id) => format!(
            "tensor-memory address of a scale factor: lane {lane}, column {column}, id {id} (bits 30–31, as CuTe holds it): byte {id} of the column"
        ),
    };
    what += &format!("; warp {warp} of a warpgroup reaches its lanes, {first} to {}", first + WARP_LANES - 1);
    let mut answer = Told::new(what);
    answer.text("address", address.to_string()).at(address);
    if let Some(id) = id {
        answer.number("id", id);
    }
    answer.number("warp", warp);
    answer.text("mark", if id.is_some() { Mark::Code.name() } else { Mark::Docs.name() });
    let page = memory_page(|shown| {
        // The scale factors of an operand, of A where none is named, from the address on; only this kind has all four ids.
        if let Some((scale, operand)) = scale {
            let what = if operand == Some(Operand::B) { Region::Sfb } else { Region::Sfa };
            *shown = shown.with_kind(Kind::Mxf8f6f4);
            shown.plan.mma.k = 4 * Kind::Mxf8f6f4.k(Sparsity::Dense);
            shown.plan.places = vec![Place { column: Some(column), ..Place::packed(what) }];
            shown.id = Some(scale.id);
        }
        show_cell(shown, Some(address));
    });
    answer.pasted(MEMORY, page, context)
}

/// A phrase of words and the bits of an address or of a descriptor.
pub(crate) fn address_of_phrase(phrase: &Phrase, context: &Shown) -> Option<Answer> {
    let (raw, digits) = phrase.word.filter(|_| phrase.is_alone())?;
    let word = u32::try_from(raw).ok().filter(|_| digits <= 8);
    match (&*phrase.topic, word) {
        ("memory" | "d", Some(word)) => Some(address_pasted(word, context)),
        ("sfa" | "sfb" | "scale", Some(word)) => Some(match ScaleAddress::from_word(word) {
            Ok(scale) => Ok(answer(scale.address, Some((scale, phrase.operand())), context)),
            Err(refusal) => refuse(0..0, refusal.to_string()),
        }),
        ("sfa" | "sfb" | "scale" | "copy", None) if digits <= 16 => Some(copy_pasted(raw, context)),
        _ => None,
    }
}

/// The descriptor of a copy of scale factors.
pub(crate) fn copy_pasted(raw: u64, context: &Shown) -> Answer {
    let what = "the descriptor of a copy of scale factors, .32x128b";
    of_copy(raw, CopyShape::R32x128b, what, context)
}

/// A descriptor of a copy, as the atlas shows it: its source is rows of bytes.
fn of_copy(raw: u64, shape: CopyShape, what: &str, context: &Shown) -> Answer {
    let mut shown = with_given(Descriptor::new(Arch::Tcgen05, raw), context);
    let said = &mut shown.said;
    (said.reader.used_for, said.reader.shape) = (Some(Use::Copy), Some(shape));
    let (tile, own) = (&mut said.tile, context.said.tile);
    tile.element = own.element.or(Some(Element::U8));
    tile.mn = own.mn.or(Some(shape.rows()));
    tile.k = own.k.or(Some(shape.row_bytes()));
    check(&shown.said)?;
    Ok(Pasted { others: Vec::new(), ..Pasted::of(what, shown) })
}
