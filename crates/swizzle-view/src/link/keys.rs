//! The keys of a link, and the words of the same name in the box: one table.

use crate::state::Shown;
use swizzle_code::{number_from_text, raw_from_hex};
use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Chip, Named};
use swizzle_core::law::Coord;
use swizzle_core::reader::{GIVEN_MAX, Place};

/// When a key is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// Always.
    Always,
    /// Without a descriptor. Beside one it is read, and must say what the descriptor says.
    WithoutDescriptor,
    /// Beside a descriptor: the tile's value, where the plain name would speak of the descriptor.
    BesideDescriptor,
    /// Never: it is a field of a descriptor, and old links have it.
    Never,
}

/// How a key's value is read and written.
pub struct Key {
    pub(crate) name: &'static str,
    pub(crate) when: When,
    /// Sets the value; the error says what was expected.
    pub read: fn(&mut Shown, &str) -> Result<(), String>,
    pub(crate) write: fn(&Shown) -> Option<String>,
}

/// The value of a key that is left to be assumed.
pub(super) const AUTOMATIC: &str = "auto";

fn named<T: Named>(value: &str) -> Result<T, String> {
    T::from_name(value).map_err(|unknown| unknown.to_string())
}

fn number_or_automatic(value: &str) -> Result<Option<u32>, String> {
    match value {
        AUTOMATIC => Ok(None),
        _ => number_from_text(value).map(Some),
    }
}

fn numbers<const N: usize>(text: &str, names: &str) -> Result<[u32; N], String> {
    let mut found = [0; N];
    let mut parts = text.split(',');
    for number in &mut found {
        let part = parts.next();
        let part = part.ok_or_else(|| format!("“{text}” is not {N} numbers {names}"))?;
        *number = number_from_text(part)?;
    }
    match parts.next() {
        Some(_) => Err(format!("“{text}” is not {N} numbers {names}")),
        None => Ok(found),
    }
}

/// A key of a choice that may be said.
macro_rules! choice {
    ($name:literal, $when:ident, $($path:ident).+) => {
        Key {
            name: $name,
            when: When::$when,
            read: |shown, value| named(value).map(|choice| shown.$($path).+ = Some(choice)),
            write: |shown| shown.$($path).+.map(|choice| choice.name().into()),
        }
    };
}

/// A key of a number that may be said.
macro_rules! number {
    ($name:literal, $when:ident, $($path:ident).+, $show:literal) => {
        Key {
            name: $name,
            when: When::$when,
            read: |shown, value| {
                number_or_automatic(value).map(|number| shown.$($path).+ = number)
            },
            write: |shown| shown.$($path).+.map(|number| format!($show, number)),
        }
    };
}

/// A key of how it is looked at, written where it is not the default.
macro_rules! view {
    ($name:literal, $($path:ident).+) => {
        Key {
            name: $name,
            when: When::Always,
            read: |shown, value| named(value).map(|choice| shown.$($path).+ = choice),
            write: |shown| Some(shown.$($path).+.name().into()),
        }
    };
}

/// A key that only a descriptor can hold.
macro_rules! field {
    ($name:literal) => {
        Key {
            name: $name,
            when: When::Never,
            read: |_, _| Ok(()),
            write: |_| None,
        }
    };
}

/// The chip of the family that the link's path says, or of any where it says none.
fn chip_from_text(shown: &mut Shown, text: &str) -> Result<(), String> {
    let chip: Chip = named(text)?;
    let Some(arch) = chip.arch() else {
        return Err(format!("{chip} has neither wgmma nor tcgen05"));
    };
    match shown.said.arch() {
        Some(said) if said != arch => Err(format!("{chip} has {arch}, not {said}")),
        Some(_) | None => {
            shown.said = shown.said.with_chip(chip);
            Ok(())
        }
    }
}

/// The list of several given descriptors behind the first: what is added to each, `2*3` for three times 2, or its 16 digits;
/// which of them is open stands behind `@`.
fn loop_from_text(shown: &mut Shown, text: &str) -> Result<(), String> {
    let wrong = || format!("“{text}” is no list of what is added: 2*3,506");
    let Some(first) = shown.said.given else {
        return Err("there is no descriptor before these".into());
    };
    let (list, open) = text.split_once('@').unwrap_or((text, "0"));
    let mut all: Vec<Descriptor> = [first].into();
    for part in list.split(',') {
        if part.len() == 16 {
            all.push(first.with_raw(raw_from_hex(part)?));
            continue;
        }
        let (added, times) = part.split_once('*').unwrap_or((part, "1"));
        let added: i64 = added.parse().map_err(|_| wrong())?;
        let times: usize = times.parse().map_err(|_| wrong())?;
        for _ in 0..times.min(GIVEN_MAX + 1) {
            let before = all.last().map_or(0, |given| given.raw());
            let raw = before.wrapping_add_signed(added);
            all.push(first.with_raw(raw));
        }
    }
    if all.len() > GIVEN_MAX {
        return Err(format!(
            "at most {GIVEN_MAX} descriptors are given together"
        ));
    }
    let open: usize = open.parse().map_err(|_| wrong())?;
    if open >= all.len() || all.len() < 2 {
        return Err(wrong());
    }
    let place = shown.said.place;
    shown.said = shown.said.with_all_given(&all, open);
    shown.said.place = place;
    Ok(())
}

/// The text of that list; none where one descriptor was given, or none.
fn text_from_loop(shown: &Shown) -> Option<String> {
    /// What is added is written in decimal up to here, since it is read so.
    const ADDED_MAX: u64 = 1 << 18;
    let all = shown.said.all_given();
    if all.len() < 2 {
        return None;
    }
    let mut parts: Vec<(String, u32)> = Vec::new();
    for pair in all.windows(2) {
        let added = pair[1].raw().wrapping_sub(pair[0].raw()) as i64;
        let part = match added.unsigned_abs() < ADDED_MAX {
            true => format!("{added}"),
            false => format!("{:016x}", pair[1].raw()),
        };
        match parts
            .last_mut()
            .filter(|last| last.0 == part && part.len() < 16)
        {
            Some(last) => last.1 += 1,
            None => parts.push((part, 1)),
        }
    }
    let part = |(part, times): &(String, u32)| match times {
        1 => part.clone(),
        times => format!("{part}*{times}"),
    };
    let list: Vec<String> = parts.iter().map(part).collect();
    let open = match shown.said.beside.before() {
        0 => String::new(),
        open => format!("@{open}"),
    };
    Some(format!("{}{open}", list.join(",")))
}

/// Every key, in the order in which they are written.
pub(super) const KEYS: &[Key] = &[
    Key {
        name: "chip",
        when: When::Always,
        read: chip_from_text,
        write: |shown| shown.said.chip().map(|chip| chip.name().into()),
    },
    choice!("operand", Always, said.reader.operand),
    choice!("sparsity", Always, said.reader.sparsity),
    choice!("element", Always, said.tile.element),
    choice!("major", Always, said.tile.major),
    choice!("swizzle", WithoutDescriptor, said.tile.swizzle),
    number!("mn", Always, said.tile.mn, "{}"),
    number!("k", Always, said.tile.k, "{}"),
    number!("buffer_mn", Always, said.tile.buffer_mn, "{}"),
    number!("buffer_k", Always, said.tile.buffer_k, "{}"),
    number!("at_mn", Always, said.tile.at_mn, "{}"),
    number!("at_k", Always, said.tile.at_k, "{}"),
    choice!("order", Always, said.tile.order),
    number!("start", WithoutDescriptor, said.tile.start_bytes, "0x{:x}"),
    number!("lbo_bytes", WithoutDescriptor, said.tile.lbo_bytes, "{}"),
    number!("sbo_bytes", WithoutDescriptor, said.tile.sbo_bytes, "{}"),
    number!("column_bytes", WithoutDescriptor, said.tile.lbo_bytes, "{}"),
    number!("pattern", Always, said.tile.pattern_bytes, "0x{:x}"),
    choice!("pattern_of", Always, said.tile.pattern_of),
    number!("stages", Always, said.tile.stages, "{}"),
    number!("stage_bytes", Always, said.tile.stage_bytes, "{}"),
    field!("base_offset"),
    choice!("lbo_mode", WithoutDescriptor, said.reader.lbo_mode),
    Key {
        name: "then",
        when: When::Always,
        read: loop_from_text,
        write: text_from_loop,
    },
    number!("rows", Always, said.reader.rows, "{}"),
    choice!("for", Always, said.reader.used_for),
    choice!("shape", Always, said.reader.shape),
    number!("block", Always, said.place.block, "{}"),
    Key {
        name: "step",
        when: When::Always,
        read: |shown, value| number_or_automatic(value).map(|step| shown.said.place.step = step),
        write: |shown| match shown.said.place.step {
            Some(step) => Some(format!("{step}")),
            // Silence is step 0 beside a tile that has its start: so it was before steps were looked for.
            None if is_looked_for(shown) => Some(AUTOMATIC.into()),
            None => None,
        },
    },
    number!("stage", Always, said.place.stage, "{}"),
    field!("stray_bits"),
    number!(
        "meant_start",
        BesideDescriptor,
        said.tile.start_bytes,
        "0x{:x}"
    ),
    choice!("meant_swizzle", BesideDescriptor, said.tile.swizzle),
    number!(
        "meant_lbo_bytes",
        BesideDescriptor,
        said.tile.lbo_bytes,
        "{}"
    ),
    number!(
        "meant_sbo_bytes",
        BesideDescriptor,
        said.tile.sbo_bytes,
        "{}"
    ),
    number!("meant_row_bytes", Always, said.tile.row_bytes, "{}"),
    choice!("meant_row_xor", Always, said.tile.row_xor),
    view!("show", view.shows),
    view!("cells", view.cells),
    view!("number", view.number),
    view!("colour", view.colour),
    Key {
        name: "at",
        when: When::Always,
        read: |shown, value| {
            let [block, step, stage] = numbers(value, "block,step,stage")?;
            shown.at = Some(Place { stage, block, step });
            Ok(())
        },
        write: |shown| {
            let at = shown.at?;
            Some(format!("{},{},{}", at.block, at.step, at.stage))
        },
    },
    Key {
        name: "cell",
        when: When::Always,
        read: |shown, value| {
            let [mn, k] = numbers(value, "mn,k")?;
            shown.pinned = Some(Coord { mn, k });
            Ok(())
        },
        write: |shown| shown.pinned.map(|at| format!("{},{}", at.mn, at.k)),
    },
];

/// Whether the step of a given descriptor is looked for in the sequence of a tile with a said start.
pub(super) const fn is_looked_for(shown: &Shown) -> bool {
    shown.said.given.is_some()
        && shown.said.tile.start_bytes.is_some()
        && shown.said.place.step.is_none()
}

/// The key of a name.
pub fn key_named(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The names of all keys, in the order in which they are written.
pub fn link_keys() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.name)
}
