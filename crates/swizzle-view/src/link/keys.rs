//! The keys of a link, and the words of the same name in the box: those of the parameters, and a few of their own.

use super::*;
use crate::link::form::parameter::rows;
use std::sync::LazyLock;
use swizzle_core::hardware::Chip;
use swizzle_core::law::Coord;
use swizzle_core::reader::{GIVEN_MAX, Place};
use swizzle_params::{Kind, Link, PARAMS, Param, ParamId, Scalar, Unit};

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

/// A key of a link.
#[derive(Clone, Copy)]
pub struct Key {
    pub(crate) name: &'static str,
    pub(crate) when: When,
    of: Of,
}

/// Meaning of a key.
#[derive(Clone, Copy)]
enum Of {
    /// A parameter.
    Param(ParamId),
    /// Something else.
    Own(&'static Parameter<Shown>),
}

impl Key {
    /// The key of a parameter.
    const fn of(id: ParamId) -> Self {
        let param = &PARAMS[id as usize];
        let (name, when) = match param.link {
            Link::Key => (param.key, When::Always),
            Link::Only(name) => (name, When::Always),
            Link::Beside(_) | Link::OfDescriptor => (param.key, When::WithoutDescriptor),
            Link::Path => (param.key, When::Never),
        };
        let of = Of::Param(id);
        Self { name, when, of }
    }

    /// The key of a parameter beside a descriptor, which has a field of its name.
    const fn beside(id: ParamId) -> Self {
        let Link::Beside(name) = PARAMS[id as usize].link else {
            panic!("it has one key");
        };
        let (when, of) = (When::BesideDescriptor, Of::Param(id));
        Self { name, when, of }
    }

    /// A key that only a descriptor can hold.
    const fn field(name: &'static str) -> Self {
        Self { name, when: When::Never, of: Of::Own(&Parameter::BARE) }
    }

    /// Sets the value.
    ///
    /// # Errors
    /// A message that says what was expected.
    pub fn read(&self, shown: &mut Shown, text: &str) -> Result<(), String> {
        let id = match self.of {
            Of::Own(own) => return (own.read)(shown, text),
            Of::Param(ParamId::Chip) => return chip_from_text(shown, text),
            Of::Param(id) => id,
        };
        let value = match &id.param().kind {
            Kind::Number { .. } if text == AUTOMATIC => None,
            Kind::Number { .. } => Some(number_from_text(text)?.into()),
            Kind::Choice(choices) => Some(choices.named(text).map_err(|unknown| unknown.to_string())?),
        };
        id.param().set(&mut shown.said, value);
        Ok(())
    }

    pub(crate) fn write(&self, shown: &Shown) -> Option<String> {
        let id = match self.of {
            Of::Own(own) => return Some((own.write)(shown)).filter(|text| !text.is_empty()),
            Of::Param(ParamId::Chip) => return shown.said.chip().map(|chip| chip.name().into()),
            Of::Param(id) => id,
        };
        let param = id.param();
        let is_address = matches!(param.kind, Kind::Number { unit: Unit::Address, .. });
        match param.get(&shown.said) {
            Some(Scalar::Number(number)) if is_address => Some(format!("0x{number:x}")),
            Some(value) => Some(value.to_string()),
            // Silence is step 0 beside a tile that has its start: so it was before steps were looked for.
            None => (id == ParamId::Step && is_looked_for(shown)).then(|| AUTOMATIC.into()),
        }
    }
}

/// Value of a key whose parameter is to be inferred.
pub(super) const AUTOMATIC: &str = "auto";

/// The choice of a name, or what there is.
pub(super) fn named<T: Named>(value: &str) -> Result<T, String> {
    T::from_name(value).map_err(|unknown| unknown.to_string())
}

fn numbers<const N: usize>(text: &str, names: &str) -> Result<[u32; N], String> {
    let found: Vec<u32> = text.split(',').map(number_from_text).collect::<Result<_, _>>()?;
    let found = found.try_into();
    found.map_err(|_| format!("“{text}” is not {N} numbers {names}"))
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

/// Reads the list of several explicit descriptors behind the first: what is added to each, `2*3` for three times 2, or its
/// 16 digits; the number of the open one follows `@`.
fn loop_from_text(shown: &mut Shown, text: &str) -> Result<(), String> {
    let wrong = || format!("“{text}” is not a list of what is added, such as 2*3,506");
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
        return Err(format!("at most {GIVEN_MAX} descriptors are given together"));
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

/// Returns the text of that list; empty with fewer than two explicit descriptors.
fn text_from_loop(shown: &Shown) -> String {
    /// Differences below this value are written in decimal, since they are read so.
    const ADDED_MAX: u64 = 1 << 18;
    let all = shown.said.all_given();
    if all.len() < 2 {
        return String::new();
    }
    let mut parts: Vec<(String, u32)> = Vec::new();
    for pair in all.windows(2) {
        let added = pair[1].raw().wrapping_sub(pair[0].raw()) as i64;
        let part = if added.unsigned_abs() < ADDED_MAX {
            added.to_string()
        } else {
            format!("{:016x}", pair[1].raw())
        };
        match parts.last_mut().filter(|last| last.0 == part && part.len() < 16) {
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
    list.join(",") + &open
}

/// The order in which keys are written, which is frozen; those of later parameters follow.
const ORDER: &str = "chip operand sparsity element major swizzle mn k buffer_mn buffer_k at_mn at_k order start lbo_bytes sbo_bytes column_bytes pattern pattern_of stages stage_bytes base_offset lbo_mode then rows for shape block step stage stray_bits meant_start meant_swizzle meant_lbo_bytes meant_sbo_bytes meant_row_bytes meant_row_xor pad_every pad show cells number colour at cell";

/// The keys that are not of a parameter of the layout.
const OWN: &[Parameter<Shown>] = rows! {
    "then", read: loop_from_text, write: text_from_loop;
    "show" = view.shows;
    "cells" = view.cells;
    "number" = view.number;
    "colour" = view.colour;
    "at",
        read: |shown, text| {
            let [block, step, stage] = numbers(text, "block,step,stage")?;
            shown.at = Some(Place { stage, block, step });
            Ok(())
        },
        write: |shown| shown.at.map_or_else(String::new, |at| format!("{},{},{}", at.block, at.step, at.stage));
    "cell",
        read: |shown, text| numbers(text, "mn,k").map(|[mn, k]| shown.pinned = Some(Coord { mn, k })),
        write: |shown| shown.pinned.map_or_else(String::new, |at| format!("{},{}", at.mn, at.k));
};

/// Other names of parameters, and fields that old links have.
const OTHERS: [Key; 3] = [
    // One number with two names: the column stride of a swizzled K-major tile is not an LBO of a descriptor.
    Key { name: "column_bytes", ..Key::of(ParamId::Lbo) },
    Key::field("base_offset"),
    Key::field("stray_bits"),
];

/// Every key, in the order in which they are written.
pub(super) fn keys() -> impl Iterator<Item = Key> {
    static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| in_order(ORDER));
    KEYS.iter().copied()
}

/// Every key: those that are named, and behind them the others.
fn in_order(names: &str) -> Vec<Key> {
    let of = |param: &Param| {
        let beside = matches!(param.link, Link::Beside(_)).then(|| Key::beside(param.id));
        [Some(Key::of(param.id)), beside]
    };
    let params = PARAMS.iter().filter(|param| param.link != Link::Path).flat_map(of).flatten();
    let own = OWN.iter().map(|own| Key { name: own.key, when: When::Always, of: Of::Own(own) });
    let mut all: Vec<Key> = params.chain(own).chain(OTHERS).collect();
    all.sort_by_key(|key| names.split(' ').position(|name| name == key.name).unwrap_or(usize::MAX));
    all
}

/// Whether the step of an explicit descriptor is looked for in the sequence of a tile with a specified start.
pub(super) const fn is_looked_for(shown: &Shown) -> bool {
    shown.said.given.is_some() && shown.said.tile.start_bytes.is_some() && shown.said.place.step.is_none()
}

/// The key of a name.
pub fn key_named(name: &str) -> Option<Key> {
    keys().find(|key| key.name == name)
}

/// The names of all keys, in the order in which they are written.
pub fn link_keys() -> impl Iterator<Item = &'static str> {
    keys().map(|key| key.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_new_parameter_come_behind_the_others() {
        let names = |all: Vec<Key>| -> Vec<&str> { all.iter().map(|key| key.name).collect() };
        let mut found = names(in_order("sparsity chip operand"));
        assert_eq!(found[..3], ["sparsity", "chip", "operand"]);
        // Each name of the order is that of a key.
        let mut expected = names(keys().collect());
        assert!(expected.iter().copied().zip(ORDER.split(' ')).all(|(key, name)| key == name));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
