//! The options of a tile and its reader: an option specifies a value, the rest is inferred.

use std::ffi::OsStr;

use super::*;
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches,
    builder::{PossibleValue, PossibleValuesParser},
};
use swizzle_core::{
    SaidTile,
    descriptor::DescriptorFields,
    tile::{EXTENT_MAX, PatternOf, pattern_from_base_offset},
};
use swizzle_infer::said_with;
use swizzle_params::{Group, Kind, PARAMS, Param, ParamId, Scalar, Unit};
use swizzle_text::vocabulary::chip_from_word;

/// Parses one of some names, in capitals or not, or what another project calls the same thing, and lists the names in the help.
/// Whether there are others is asked of what they name.
#[derive(Clone)]
struct Names(Vec<&'static str>, bool);

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, word: &OsStr) -> Result<String, clap::Error> {
        let name = word.to_str().map(|word| name_among(&self.0, word));
        match name {
            Some(name) if self.1 => Ok(name.into()),
            _ => PossibleValuesParser::new(&self.0).parse_ref(command, arg, name.map_or(word, OsStr::new)),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// Parses a choice by its name or another project's, and lists the names in the help.
pub(crate) fn choice<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    choice_among(T::ALL.iter().copied())
}

/// Parses one of some choices.
pub(crate) fn choice_among<T: Named + Send + Sync>(
    all: impl Iterator<Item = T>,
) -> impl TypedValueParser<Value = T> {
    Names(all.map(T::name).collect(), false).try_map(|name| T::from_name(&name))
}

/// Parses a chip that reads matrix descriptors.
fn chip() -> impl TypedValueParser<Value = Chip> {
    choice_among(Chip::ALL.iter().copied().filter(|chip| chip.arch().is_some()))
}

/// Any chip, by a name of its target or of a product.
pub(crate) fn any_chip(word: &str) -> Result<Chip, String> {
    chip_from_word(word)
        .ok_or_else(|| Chip::from_name(word).err().map_or_else(String::new, |why| why.to_string()))
}

/// A number as people write it, or an expression that comes to one: `0x400`, `1 KiB`, `8*128`.
pub(crate) fn number(text: &str) -> Result<u32, String> {
    number_from_text(text).or_else(|error| {
        let value = number_from_expression(text).ok();
        value.and_then(|value| value.try_into().ok()).ok_or(error)
    })
}

/// An extent of a tile, in elements.
pub(crate) fn extent(text: &str) -> Result<u32, String> {
    let is_extent = |extent: &u32| (1..=EXTENT_MAX).contains(extent);
    let wrong = || format!("an extent is 1 to {EXTENT_MAX} elements");
    Some(number(text)?).filter(is_extent).ok_or_else(wrong)
}

/// A mode, or whichever is best.
#[derive(Clone, Copy, PartialEq)]
enum SwizzleChoice {
    Best,
    Mode(Swizzle),
}

fn swizzle_choice() -> impl TypedValueParser<Value = SwizzleChoice> {
    const BEST: &str = "best";
    let modes = Swizzle::ALL.iter();
    let modes = modes.map(|mode| PossibleValue::new(mode.name()));
    // Not a mode: the help says it in words.
    PossibleValuesParser::new(modes.chain([PossibleValue::new(BEST).hide(true)])).try_map(|name| {
        if name.eq_ignore_ascii_case(BEST) {
            Ok(SwizzleChoice::Best)
        } else {
            Swizzle::from_name(&name).map(SwizzleChoice::Mode)
        }
    })
}

/// Everything that can be specified of a tile and the instruction that reads it: an option for each parameter.
#[derive(Default)]
pub(crate) struct SaidArgs {
    /// Instruction family.
    arch: Option<Arch>,
    /// Chip.
    chip: Option<Chip>,
    /// The parameters that were given as they are.
    values: Vec<(&'static Param, Scalar)>,
    swizzle: Option<SwizzleChoice>,
    sparse: bool,
    lbo_bytes: Option<u32>,
    column_bytes: Option<u32>,
    pattern: Option<Pattern>,
    base_offset: Option<u8>,
    absolute_lbo: bool,
}

/// The heading of a parameter in the help.
const fn heading(group: Group) -> &'static str {
    match group {
        Group::Window | Group::Reader | Group::Chip | Group::Place => "Tile",
        Group::Buffer | Group::Ring => "Buffer",
        Group::Strides | Group::Rows | Group::Pattern => BY_HAND,
    }
}

const BY_HAND: &str = "By hand";
const COLUMN_BYTES: &str = "column_bytes";
const BASE_OFFSET: &str = "base_offset";
const ABSOLUTE_LBO: &str = "absolute_lbo";
const SPARSE: &str = "sparse";

/// An option by its key.
fn option(key: &'static str, heading: &'static str) -> Arg {
    Arg::new(key).long(key.replace('_', "-")).help_heading(heading)
}

/// The option of a parameter; none where there is another way to say it.
fn option_of_param(param: &'static Param) -> Option<Arg> {
    let option = option(param.key, heading(param.group)).help(param.id.help());
    let option = match param.id {
        ParamId::Swizzle => option
            .value_name("SWIZZLE")
            .value_parser(swizzle_choice())
            .ignore_case(true)
            .help("Swizzle mode that the tile is written with; best is the widest that divides it and is legal [default: 128B, or the descriptor's]"),
        ParamId::Chip => option
            .value_name("CHIP")
            .value_parser(chip())
            .conflicts_with(ParamId::Arch.param().key),
        ParamId::Pattern => option
            .value_name("ADDRESS")
            .value_parser(pattern_from_text)
            .allow_hyphen_values(true),
        // A flag says these two.
        ParamId::Sparsity => self::option(SPARSE, heading(param.group))
            .action(ArgAction::SetTrue)
            .help("The sparse form of the instruction"),
        ParamId::LboMode => self::option(ABSOLUTE_LBO, BY_HAND)
            .action(ArgAction::SetTrue)
            .help("LBO is an address, and 48 bytes of K are read (tcgen05)"),
        ParamId::PatternOf => return None,
        _ => match param.kind {
            Kind::Number { unit, .. } => option
                .value_name(match unit {
                    Unit::Elements => "ELEMENTS",
                    Unit::Element => "ELEMENT",
                    Unit::Bytes => "BYTES",
                    Unit::Address => "ADDRESS",
                    Unit::Count => "NUMBER",
                })
                .value_parser(|text: &str| number(text).map(Scalar::Number))
                .allow_hyphen_values(true),
            Kind::Choice(choices) => option
                .value_name(last_word(param.key).to_ascii_uppercase())
                .value_parser(
                    Names(choices.names().collect(), choices.has_others())
                        .try_map(move |name| choices.named(&name)),
                ),
        },
    };
    Some(option.visible_aliases(param.alias))
}

/// The last word of a key.
fn last_word(key: &str) -> &str {
    key.rsplit('_').next().unwrap_or(key)
}

/// The option that follows a parameter as another form of it, without being a parameter itself.
fn option_behind(param: &Param) -> Option<Arg> {
    match param.id {
        ParamId::Sbo => Some(
            option(COLUMN_BYTES, BY_HAND)
                .value_name("BYTES")
                .value_parser(number)
                .allow_hyphen_values(true)
                .help(
                    "Distance between the columns of K of the tile, swizzled K-major only [default: packed]",
                ),
        ),
        ParamId::Pattern => Some(
            option(BASE_OFFSET, BY_HAND)
                .value_name("NUMBER")
                .value_parser(clap::value_parser!(u8).range(0..=7))
                .allow_hyphen_values(true)
                .help("Matrix base offset, 0 to 7 [default: from where the pattern starts]"),
        ),
        _ => None,
    }
}

impl Args for SaidArgs {
    fn augment_args(command: Command) -> Command {
        // The options on which most depends come first.
        let is_first = |param: &&Param| matches!(param.id, ParamId::Arch | ParamId::Chip);
        let (first, others): (Vec<_>, Vec<_>) = PARAMS.iter().partition(is_first);
        let options = first.into_iter().chain(others);
        command.args(options.flat_map(|param| option_of_param(param).into_iter().chain(option_behind(param))))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SaidArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for param in PARAMS {
            let value = || matches.get_one::<Scalar>(param.key).copied();
            match param.id {
                ParamId::Swizzle => self.swizzle = matches.get_one(param.key).copied(),
                ParamId::Chip => self.chip = matches.get_one(param.key).copied(),
                ParamId::Pattern => self.pattern = matches.get_one(param.key).copied(),
                ParamId::Sparsity => self.sparse = matches.get_flag(SPARSE),
                ParamId::LboMode => self.absolute_lbo = matches.get_flag(ABSOLUTE_LBO),
                ParamId::PatternOf => {}
                ParamId::Lbo => self.lbo_bytes = value().and_then(Scalar::number),
                ParamId::Arch => {
                    let mut said = Said::default();
                    param.set(&mut said, value());
                    self.arch = said.reader.arch;
                }
                _ => self.values.extend(value().map(|value| (param, value))),
            }
        }
        self.column_bytes = matches.get_one(COLUMN_BYTES).copied();
        self.base_offset = matches.get_one(BASE_OFFSET).copied();
        Ok(())
    }
}

/// The start of the swizzle pattern.
#[derive(Debug, Clone, Copy)]
enum Pattern {
    At(u32),
    EachStage,
}

fn pattern_from_text(text: &str) -> Result<Pattern, String> {
    if text.eq_ignore_ascii_case(PatternOf::EachStage.name()) {
        return Ok(Pattern::EachStage);
    }
    number(text).map(Pattern::At).map_err(|error| format!("{error}, or each-stage"))
}

/// Returns the values used where none is specified: a tile at address 0, since a script knows no page.
pub(crate) fn defaults() -> Said {
    Said { tile: SaidTile { start_bytes: Some(0), ..SaidTile::default() }, ..Said::default() }
}

impl SaidArgs {
    /// The instruction family that the options say.
    pub(crate) fn arch(&self) -> Option<Arch> {
        self.arch.or(self.chip.and_then(Chip::arch))
    }

    /// Returns the values specified before, with those of the options in their place. A descriptor keeps its bits.
    pub(crate) fn over(&self, said: Said) -> Said {
        let mut said = self.chip.map_or(said, |chip| said.with_chip(chip));
        for (param, value) in &self.values {
            param.set(&mut said, Some(*value));
        }
        let (tile, reader) = (&mut said.tile, &mut said.reader);
        if let Some(SwizzleChoice::Mode(mode)) = self.swizzle {
            tile.swizzle = Some(mode);
        }
        tile.lbo_bytes = self.column_bytes.or(tile.lbo_bytes);
        match self.pattern {
            Some(Pattern::At(address)) => {
                (tile.pattern_bytes, tile.pattern_of) = (Some(address), None);
            }
            Some(Pattern::EachStage) => {
                (tile.pattern_bytes, tile.pattern_of) = (None, Some(PatternOf::EachStage));
            }
            None => {}
        }
        if self.sparse {
            reader.sparsity = Some(Sparsity::Sparse);
        }
        if said.given.is_none() {
            reader.arch = self.arch.or(reader.arch);
            if self.absolute_lbo {
                reader.lbo_mode = Some(LboMode::Absolute);
            }
        }
        if self.swizzle == Some(SwizzleChoice::Best)
            && let Ok(spec) = spec_from_said(&said)
        {
            said.tile.swizzle = Some(best_swizzle(&spec).swizzle);
        }
        self.over_lbo(said)
    }

    /// LBO is the tile's, but where no read of it takes the field.
    fn over_lbo(&self, mut said: Said) -> Said {
        let is_field = spec_from_said(&said).is_ok_and(|spec| is_only_a_field(&spec));
        if !is_field && self.column_bytes.is_none() {
            said.tile.lbo_bytes = self.lbo_bytes.or(said.tile.lbo_bytes);
        }
        said
    }

    /// The same where the options describe a descriptor besides: fields that the tile alone does not decide.
    pub(crate) fn over_with_fields(&self, said: Said) -> Said {
        let said = self.over(said);
        let Ok(spec) = spec_from_said(&said) else {
            return said;
        };
        if self.base_offset.is_none() && !(self.lbo_bytes.is_some() && is_only_a_field(&spec)) {
            return said;
        }
        // A base offset also specifies where the pattern starts.
        let pattern = self.base_offset.map(pattern_from_base_offset);
        let mut said = said_with(&spec, |fields| self.set_fields(&spec, fields)).unwrap_or(said);
        if said.tile.pattern_of.is_none() {
            said.tile.pattern_bytes = said.tile.pattern_bytes.or(pattern);
        }
        said
    }

    fn set_fields(&self, spec: &Spec, fields: &mut DescriptorFields) {
        if let Some(bytes) = self.lbo_bytes.filter(|_| is_only_a_field(spec)) {
            fields.lbo_field = spec.space().field_from_bytes(bytes);
        }
        fields.base_offset = self.base_offset.unwrap_or(fields.base_offset);
    }

    /// A step's descriptor with these fields.
    pub(crate) fn described(&self, spec: &Spec, descriptor: Descriptor) -> Descriptor {
        let mut fields = descriptor.decode();
        self.set_fields(spec, &mut fields);
        descriptor
            .with(FieldId::Lbo, fields.lbo_field.into())
            .with(FieldId::BaseOffset, fields.base_offset.into())
    }
}

/// Whether LBO is a field that no read of the tile takes.
fn is_only_a_field(spec: &Spec) -> bool {
    spec.has_column_stride()
        && spec.reader().lbo_mode == LboMode::Relative
        && !spec.is_read_by_instruction(Stride::Lbo)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(given: &str) -> Said {
        let command = Command::new("tile").no_binary_name(true);
        let matches = SaidArgs::augment_args(command).try_get_matches_from(given.split(' '));
        let args = matches.and_then(|matches| SaidArgs::from_arg_matches(&matches));
        let args = args.unwrap_or_else(|error| panic!("{given}: {error}"));
        args.over(Said::default())
    }

    #[test]
    fn each_parameter_has_its_option() {
        for param in PARAMS {
            let value = match &param.kind {
                _ if param.id == ParamId::Chip => Scalar::Choice(Chip::Sm107a.name()),
                Kind::Number { range, .. } => Scalar::Number(48.clamp(*range.start(), *range.end())),
                Kind::Choice(choices) => Scalar::Choice(choices.names().last().unwrap()),
            };
            let text = match value {
                Scalar::Number(number) => number.to_string(),
                Scalar::Choice(name) => name.into(),
                Scalar::Xor(xor) => xor.to_string(),
            };
            let given = match param.id {
                ParamId::Sparsity => "--sparse".into(),
                ParamId::LboMode => "--absolute-lbo".into(),
                ParamId::PatternOf => format!("--pattern {text}"),
                // In a swizzled K-major tile it is a field that nothing reads.
                ParamId::Lbo => format!("--major MN --lbo-bytes {text}"),
                _ => format!("--{} {text}", param.key.replace('_', "-")),
            };
            assert_eq!(param.get(&said(&given)), Some(value), "{given}");
        }
    }
}
