//! The subjects that rows of `cases.tsv` say: a link, or what differs from a right one, in words such as `m=128` or `major.1=MN`.

use std::str::FromStr;

use swizzle_tmem::plan::Plan;
use swizzle_tmem::scale::{Order, Scaling, StageShape};
use swizzle_view::link::{TensorMemoryShown, form_from_link};

use crate::instruction::{InstructionValues, InstructionWord, word};
use crate::kernel::{Cover, OperandRead, reading};
use crate::prelude::*;
use crate::tensor_memory::issue::{Issue, Scales};
use crate::tma::{CopyOfBox, TYPED_FIELDS, TypedCopy, TypedMap};

/// A subject that a row of `cases.tsv` says.
pub(crate) trait FromCase: Subject {
    fn from_case(words: &str) -> Option<Self>;
}

/// The words of a row: keys, with their values behind `=`.
pub(crate) fn pairs(words: &str) -> impl Iterator<Item = (&str, &str)> {
    let words = words.split(' ').filter(|word| !["", "-"].contains(word));
    words.map(|word| word.split_once('=').unwrap_or((word, "")))
}

/// Refuses a row with other keys than these; what is behind a point is one of several.
pub(crate) fn has_no_other(words: &str, known: &[&str]) {
    for (key, _) in pairs(words) {
        let key = key.split('.').next().unwrap_or_default();
        assert!(known.contains(&key), "{words}: no key {key}");
    }
}

/// The value of a key that a row may have.
fn value<T: FromStr>(words: &str, key: &str) -> Option<T> {
    pairs(words).find(|(own, _)| *own == key).map(|(_, text)| of(text))
}

pub(crate) fn of<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text} is no value"))
}

pub(crate) fn hex(text: &str) -> u64 {
    let digits = text.strip_prefix("0x").expect(text);
    u64::from_str_radix(digits, 16).expect(text)
}

fn hex32(text: &str) -> u32 {
    u32::try_from(hex(text)).expect(text)
}

/// The parts of a value between commas.
pub(crate) fn list<T>(words: &str, key: &str, of: impl Fn(&str) -> T) -> Vec<T> {
    let text = value::<String>(words, key).unwrap_or_default();
    text.split_terminator(',').map(of).collect()
}

/// A link.
impl FromCase for Spec {
    fn from_case(link: &str) -> Option<Self> {
        let opened = swizzle_view::link::shown_from_link(link);
        assert_eq!(opened.notices, [], "{link}");
        opened.shown.spec().ok()
    }
}

/// A link.
impl FromCase for Plan {
    fn from_case(link: &str) -> Option<Self> {
        let opened = form_from_link::<TensorMemoryShown>(link);
        assert_eq!(opened.notices, [], "{link}");
        Some(opened.shown.plan)
    }
}

/// Kind, bits, and the CTA form or `-`; `tile`, a link, and `pair`, the rows of A and columns of B in each CTA.
impl FromCase for InstructionWord {
    fn from_case(words: &str) -> Option<Self> {
        let mut parts = words.split(' ');
        let [kind, raw, form] = [parts.next()?, parts.next()?, parts.next()?];
        assert!(parts.all(|part| part.starts_with("pair=") || part.starts_with("tile=")), "{words}");
        let pair = value::<String>(words, "pair").map(|_| list(words, "pair", |one| one.parse().ok()));
        Some(Self {
            spec: words.split_once("tile=").and_then(|(_, link)| Spec::from_case(link)),
            of_pair: pair.map(|pair| pair.try_into().expect(words)),
            ..word(of(kind), hex32(raw), (form != "-").then(|| of(form)))
        })
    }
}

/// What differs from a dense wgmma of 64 × 64 bf16.
impl FromCase for InstructionValues {
    fn from_case(words: &str) -> Option<Self> {
        has_no_other(words, &["kind", "a", "b", "d", "m", "n", "a_major", "b_major", "sparsity"]);
        let element = |key| value(words, key).unwrap_or(Element::Bf16);
        let major = |key| value(words, key).unwrap_or(Major::K);
        let fields = InstructionFields {
            a: element("a"),
            b: element("b"),
            d: value(words, "d").unwrap_or(Accumulator::F32),
            m: value(words, "m").unwrap_or(64),
            n: value(words, "n").unwrap_or(64),
            a_major: major("a_major"),
            b_major: major("b_major"),
            sparsity: value(words, "sparsity").unwrap_or(Sparsity::Dense),
            is_k_96: false,
        };
        Some(Self { kind: value(words, "kind"), fields, tile: Operand::A })
    }
}

/// What differs from the default map, copied to 0x400.
impl FromCase for CopyOfBox {
    fn from_case(words: &str) -> Option<Self> {
        let own: Vec<&str> = TYPED_FIELDS.iter().map(|field| field.key).collect();
        has_no_other(words, &[&own[..], &["chip", "destination", "buffer"]].concat());
        let mut map = TypedMap::default();
        for field in TYPED_FIELDS {
            if let Some(text) = value(words, field.key) {
                *(field.of_mut)(&mut map) = text;
            }
        }
        let destination = value::<String>(words, "destination");
        let typed = TypedCopy {
            target: value(words, "chip").unwrap_or(Chip::Sm90),
            destination_bytes: destination.map_or(0x400, |text| hex32(&text)),
            buffer_bytes: value(words, "buffer"),
            map,
        };
        let map = typed.map.map().ok()?;
        Some(Self { typed, map })
    }
}

/// `at`, the read that is looked at, and what differs in the walk or in its reads; behind a point, in one of them.
impl FromCase for OperandRead {
    fn from_case(words: &str) -> Option<Self> {
        let of_walk = ["at", "chip", "element", "stride", "unconfirmed", "unexpected", "turn", "cover"];
        let of_read =
            ["bits", "unknown", "major", "low", "start", "step", "swapped", "follows", "choices", "address"];
        has_no_other(words, &[&of_walk[..], &of_read[..]].concat());
        let change = |walk: &mut crate::kernel::Walk| {
            for (key, text) in pairs(words) {
                let (key, one) =
                    key.split_once('.').map_or((key, None), |(key, at)| (key, Some(of::<usize>(at))));
                let is_own = |at: &usize| one.is_none_or(|one| one == *at);
                match key {
                    "chip" => walk.chip = of(text),
                    "element" => walk.element = Some(of(text)),
                    "stride" => walk.strides = vec![of(text)],
                    "unconfirmed" => walk.fit.is_confirmed = false,
                    "unexpected" => (0..4).filter(is_own).for_each(|at| walk.fit.expected[at] = None),
                    "turn" => walk.turn = text.split_once(',').map(|(one, other)| (of(one), of(other))),
                    "cover" => {
                        let overlap = (text == "overlap").then_some((0, 2));
                        walk.cover = Some(Cover { overlap, is_dense: text != "gaps" });
                    }
                    _ => {}
                }
                for (at, read) in walk.reads.iter_mut().enumerate().filter(|(at, _)| is_own(at)) {
                    match key {
                        "bits" => read.known.bits = hex(text),
                        "unknown" => read.known.mask &= !hex(text),
                        "major" => read.major = Some(of(text)),
                        "low" => read.low = text.parse().ok(),
                        "start" => read.start = text.parse().ok(),
                        "step" => read.start = Some(of::<i64>(text) * at as i64),
                        "swapped" => read.is_swapped = true,
                        "follows" => read.base_follows = true,
                        "choices" => {
                            read.choices = text.split(',').map(|raw| Known::exact(hex(raw))).collect();
                            read.known = read.choices[0].meet(read.choices[1]);
                        }
                        "address" => {
                            read.address = match text.split_once(':') {
                                Some(("shifted", by)) => Address::Shifted(of(by)),
                                Some((_, by)) => Address::Outside(of(by)),
                                None if text == "in-part" => Address::InPart,
                                None => Address::Whole,
                            }
                        }
                        _ => {}
                    }
                }
            }
        };
        Some(reading(value(words, "at").unwrap_or(0), change))
    }
}

/// An instruction with its operands, and with `rows` those of scale factors of an operand at 0x8000.
impl FromCase for Issue {
    fn from_case(words: &str) -> Option<Self> {
        has_no_other(
            words,
            &[
                "form",
                "m",
                "n",
                "kind",
                "sparsity",
                "idesc",
                "a_major",
                "load",
                "reading",
                "rows",
                "factors",
                "operand",
                "written",
                "step_k",
                "ids",
                "copies",
                "stage_bytes",
            ],
        );
        let text = |key| value::<String>(words, key);
        let kind: Option<Kind> = value(words, "kind");
        let scales = value(words, "rows").map(|rows| Scales {
            shape: StageShape {
                scaling: Scaling::new(kind.expect("a kind"), 32).expect("a scaling"),
                sparsity: Sparsity::Dense,
                operand: value(words, "operand").unwrap_or(Operand::A),
                form: CtaForm::One,
                m: 128,
                rows,
                factors: value(words, "factors").expect("factors"),
                written: value(words, "written").unwrap_or(Order::Stage),
                read: Order::Stage,
                first_byte: 0x8000,
                first_column: 0,
                step_k: value(words, "step_k").unwrap_or_else(|| kind.expect("a kind").k(Sparsity::Dense)),
            },
            ids: list(words, "ids", of),
            copies: list(words, "copies", |raw| Descriptor::new(Arch::Tcgen05, hex(raw))),
            stage_bytes: value(words, "stage_bytes"),
        });
        Some(Self {
            kind,
            sparsity: value(words, "sparsity").unwrap_or(Sparsity::Dense),
            n: value(words, "n"),
            idesc: text("idesc").map(|raw| InstructionDescriptor::new(Kind::F16, hex32(&raw))),
            a_major: value(words, "a_major"),
            load: value(words, "load"),
            reading: value(words, "reading"),
            scales,
            ..Self::new(value(words, "form")?, value::<u32>(words, "m"))
        })
    }
}
