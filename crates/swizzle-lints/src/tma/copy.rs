//! The copy of a box as a subject of lints, and what is wrong with it.

use super::*;
use crate::tma::repair::repairs_of_map;
use swizzle_text::vocabulary::chip_from_word;

/// A copy whose map could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct CopyOfBox {
    /// The copy as typed.
    pub typed: TypedCopy,
    /// Its map.
    pub map: TensorMap,
}

impl Subject for CopyOfBox {
    type Field = &'static str;
    type Change = MapChange;
    /// The landing of the box and the memory that it covers, or the reason why they are not known.
    type Facts = Result<(Landing, Covered), NoLanding>;
}

impl CopyOfBox {
    /// Returns the landing of the box and the memory that it covers.
    pub(crate) fn landed(&self) -> Result<(Landing, Covered), NoLanding> {
        let landing = landing_from_map(&self.map, self.typed.destination_bytes)?;
        Ok((landing, Covered::of(&landing)))
    }

    /// The driver function that encodes the map.
    pub(super) const fn function(&self) -> &'static str {
        match self.map.im2col {
            Some(_) => "cuTensorMapEncodeIm2col",
            None => "cuTensorMapEncodeTiled",
        }
    }
}

lints! {
    /// The lints on a copy, in the order in which findings of one severity are shown.
    TMA_LINTS: CopyOfBox;

    tma_refused "tma-refused" Stated is [Refusal, NoCopy]: "CUDA driver API, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col; for sm_90 tested on an H200";
    tma_destination "tma-destination" Measured by ["tma-refused"] is [NoCopy]: "PTX ISA, cp.async.bulk.tensor: the destination is a multiple of 128; measured on H200";
    tma_shared_end "tma-shared-end" Derived by ["tma-refused", "tma-destination"]: "CUDA Programming Guide, compute capabilities: 227 KiB a block on 9.0 and 10.0, 99 KiB on 12.0, and 1 KiB reserved";
    tma_buffer "tma-buffer" Measured by ["tma-refused", "tma-destination", "tma-shared-end"]: "PTX ISA, “Swizzling Modes” of tensors; measured on H200";
}

/// The driver's refusals: each limit of the core that a map breaks.
fn tma_refused(copy: &CopyOfBox, report: &mut Report) {
    let (map, target) = (&copy.map, copy.typed.target);
    let refusals = refusals_of_map(map, target);
    for refusal in &refusals {
        let argument = refusal.argument;
        let finding = report.error(
            field(refusal),
            format!("Refused by {} on {target}: {argument}", copy.function()),
            &*refusal.text,
        );
        finding.brief = argument.into();
        if target.is_measured() {
            finding.confidence = Confidence::Measured;
        }
        finding.repairs = repairs_of_map(&copy.typed, map, refusal, &refusals);
    }
}

/// The fields of a typed map for an argument of the driver's functions.
fn field(refusal: &Refusal) -> &'static [&'static str] {
    let is_of = |one: &&TypedField| one.key == refusal.argument || one.aliases.contains(&refusal.argument);
    match (refusal.argument, TYPED_FIELDS.iter().find(is_of)) {
        ("boxDim", _) if refusal.text.contains("swizzle") => &["box", "swizzle"],
        // The rank follows from the extents, unless it is typed too.
        ("tensorRank", _) => &["extents"],
        (_, Some(one)) => std::slice::from_ref(&one.name),
        (_, None) => &["box"],
    }
}

/// A destination at which the copy faults.
fn tma_destination(copy: &CopyOfBox, report: &mut Report) {
    let destination = copy.typed.destination_bytes;
    for demand in demands(&copy.map, destination) {
        if demand.is_met || !demand.is_fatal {
            continue;
        }
        let finding = report.error(
            &["destination"],
            "The copy faults",
            format!("{destination:#x} is not a multiple of {} bytes.", demand.multiple),
        );
        let next = destination.checked_next_multiple_of(demand.multiple);
        let end = copy.typed.target.shared_end();
        if let Some(to) = next.filter(|next| end.is_none_or(|end| *next < end)) {
            finding.mend(format!("Set the destination to {to:#x}"), MapChange::Destination(to));
        }
    }
}

/// A box that ends past the end of shared memory.
fn tma_shared_end(copy: &CopyOfBox, report: &mut Report) {
    let target = copy.typed.target;
    // For a chip whose memory size no source gives, there is nothing to report.
    let Some(((landing, covered), end)) = report.facts.ok().zip(target.shared_end()) else {
        return;
    };
    if covered.end > u64::from(end) {
        report.error(
            &["destination"],
            format!(
                "The box ends at {:#x}, but a block's shared memory ends at {end:#x} on {target}",
                covered.end
            ),
            covered.text(&landing),
        );
    }
}

/// A box that overruns its buffer: rows are as far apart as the span of the swizzle, even where the box is narrower.
fn tma_buffer(copy: &CopyOfBox, report: &mut Report) {
    let Ok((landing, covered)) = report.facts else {
        return;
    };
    let (span, size) = (covered.span_bytes, covered.text(&landing));
    let finding = match copy.typed.buffer_bytes {
        Some(buffer) if span > buffer.into() => report.error(
            &["buffer"],
            format!("The box overruns its buffer of {buffer} bytes by {}", span - u64::from(buffer)),
            size,
        ),
        None if covered.has_gaps() => report.warning(
            &["box"],
            format!("The box overruns a buffer of {} bytes", covered.written_bytes),
            size,
        ),
        _ => return,
    };
    if let Ok(bytes) = u32::try_from(span) {
        finding.mend(format!("Set the buffer to {bytes} bytes"), MapChange::Buffer(bytes));
    }
}

// The verdict on a tensor map, its copy and its buffer, with the field at fault and its repairs.

/// The verdict on a copy.
#[derive(Debug, Clone, PartialEq)]
pub struct MapVerdict {
    /// Right, wrong, warning or incomplete.
    pub kind: VerdictKind,
    /// The verdict in a sentence or two, the refusal first.
    pub sentence: String,
    /// The field at fault: a name that [`TypedFault`](crate::tma::TypedFault) has, `destination` or `buffer`.
    pub field: Option<&'static str>,
    /// All that is wrong, the most serious first.
    pub findings: Vec<Finding<MapChange>>,
    /// The shared memory that the box covers; `None` if the map is refused or the landing is unknown.
    pub covered: Option<Covered>,
    /// The landing of the box; `None` if the driver refuses the map or the copy faults.
    pub landing: Option<Landing>,
}

impl MapVerdict {
    /// Creates a verdict without findings and landing.
    const fn new(kind: VerdictKind, sentence: String, field: Option<&'static str>) -> Self {
        Self { kind, sentence, field, findings: Vec::new(), covered: None, landing: None }
    }

    /// Returns the driver's refusals, each with the argument in its `brief`.
    pub fn refusals(&self) -> impl Iterator<Item = &Finding<MapChange>> {
        let is_refusal = |finding: &&Finding<MapChange>| finding.is(Tag::Refusal);
        self.findings.iter().filter(is_refusal)
    }

    /// Whether the driver refuses the map.
    pub fn is_refused(&self) -> bool {
        self.refusals().next().is_some()
    }

    /// Repairs of the first finding; each removes it and adds none.
    pub fn repairs(&self) -> &[MapRepair] {
        self.findings.first().map_or(&[], |first| &first.repairs)
    }

    /// The same for a text that does not show the map: nothing is known of it.
    pub fn unknown(self, sentence: String, field: &'static str) -> Self {
        Self::new(VerdictKind::Incomplete, sentence, Some(field))
    }
}

/// The verdict on a copy.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::{TypedCopy, TypedMap, copy_verdict};
/// let map = TypedMap { swizzle: "64B".into(), ..TypedMap::default() };
/// let copy = TypedCopy { map, target: Chip::Sm90, destination_bytes: 0x400, buffer_bytes: None };
/// let verdict = copy_verdict(&copy);
/// assert_eq!((verdict.kind, verdict.field, verdict.landing), (VerdictKind::Wrong, Some("box"), None));
/// assert!(verdict.sentence.contains("The box is twice as wide as the swizzle"));
/// assert_eq!(verdict.repairs()[0].label, "Set the box to 32 × 128");
/// // 64 bytes wide under 128B: the rows are 128 bytes apart.
/// let map = TypedMap { box_elements: "32, 128".into(), ..TypedMap::default() };
/// let verdict = copy_verdict(&TypedCopy { map, buffer_bytes: Some(8192), ..copy });
/// assert_eq!((verdict.kind, verdict.field), (VerdictKind::Wrong, Some("buffer")));
/// assert_eq!(verdict.covered.unwrap().span_bytes, 16384);
/// ```
pub fn copy_verdict(copy: &TypedCopy) -> MapVerdict {
    let map = match copy.map.map() {
        Ok(map) => map,
        Err((field, why)) => {
            let sentence = format!("The map is incomplete: {field}: {why}.");
            return MapVerdict::new(VerdictKind::Incomplete, sentence, Some(field));
        }
    };
    let copy = CopyOfBox { typed: copy.clone(), map };
    let (findings, landed) = findings_of(TMA_LINTS, &copy, copy.landed());
    let first = findings.first();
    let fields = first.and_then(|first| first.fields.named().first().copied());
    let accepted = accepted_text(&copy);
    let is_made = first.is_none_or(|first| !first.is(Tag::NoCopy));
    let landed = match landed {
        Ok(landed) => Some(landed).filter(|_| is_made),
        Err(why) if is_made => {
            let sentence = format!("{accepted} Not shown: {why}.");
            return MapVerdict::new(VerdictKind::Incomplete, sentence, None);
        }
        Err(_) => None,
    };
    let (landing, covered) = landed.unzip();
    let size = landed.map_or_else(String::new, |(landing, covered)| covered.text(&landing));
    let (kind, sentence) = match first {
        None => (VerdictKind::Right, format!("{accepted} {size}")),
        Some(one) if one.severity == Severity::Error => {
            let more = match findings.len() - 1 {
                0 => String::new(),
                1 => " 1 more fault.".into(),
                more => format!(" {more} more faults."),
            };
            let colon = if is_made { "." } else { ":" };
            let sentence = format!("{}{colon} {}{more}", one.title, one.text);
            (VerdictKind::Wrong, sentence)
        }
        Some(one) => (VerdictKind::Warning, format!("{accepted} {} {}.", one.text, one.title)),
    };
    MapVerdict { kind, sentence, field: fields, covered, landing, findings }
}

fn accepted_text(copy: &CopyOfBox) -> String {
    let (function, target) = (copy.function(), copy.typed.target);
    if target.is_measured() {
        format!("Accepted by {function} on {target}.")
    } else {
        format!("Accepted by {function} on {target}, according to its documentation.")
    }
}

// How much shared memory a box covers.

/// The bytes of shared memory that a box covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Covered {
    /// Bytes that it writes.
    pub written_bytes: u64,
    /// Bytes of its buffer: rows times the span, even if the box is narrower.
    pub span_bytes: u64,
    /// Its end: the destination plus the span.
    pub end: u64,
}

impl Covered {
    /// Computes what a landing covers.
    ///
    /// ```
    /// use swizzle_lints::tma::Covered;
    /// use swizzle_core::tma::{DataType, MapSwizzle, TensorMap, landing_from_map};
    /// // 64 bytes wide, and 128 bytes from row to row.
    /// let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (512, 512), (32, 128));
    /// let covered = Covered::of(&landing_from_map(&map, 0x400).unwrap());
    /// assert_eq!((covered.written_bytes, covered.span_bytes, covered.end), (8192, 16384, 0x4400));
    /// ```
    pub fn of(landing: &Landing) -> Self {
        let rows = u64::from(landing.rows);
        let span_bytes = rows * u64::from(landing.pitch_bytes);
        Self {
            written_bytes: rows * u64::from(landing.inner_bytes),
            span_bytes,
            end: u64::from(landing.destination_bytes) + span_bytes,
        }
    }

    /// Whether it is larger than what it writes.
    pub const fn has_gaps(&self) -> bool {
        self.written_bytes < self.span_bytes
    }

    /// The same in words, given the landing that it was computed from.
    pub(super) fn text(&self, landing: &Landing) -> String {
        let (rows, inner, pitch) = (landing.rows, landing.inner_bytes, landing.pitch_bytes);
        let rows = counted(rows as usize, "row");
        let covers = self.span_bytes;
        if self.has_gaps() {
            format!(
                "{rows} of {inner} bytes, {pitch} bytes apart (the span of the swizzle), cover {covers} bytes of shared memory."
            )
        } else {
            format!("{rows} of {inner} bytes cover {covers} bytes of shared memory.")
        }
    }
}

// The chips that a tensor map can be for. `sm_90` was tested on an H200; the others follow the driver's documentation and were

/// Parses a word as a chip with tensor maps.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::target_from_word;
/// assert_eq!(target_from_word("GB300"), Some(Chip::Sm103a));
/// assert_eq!(target_from_word("sm_110a"), None); // No source has its legal tensor maps.
/// ```
pub fn target_from_word(word: &str) -> Option<Chip> {
    chip_from_word(word).filter(|chip| is_target(*chip))
}

/// Parses the stable name of a chip with tensor maps.
///
/// # Errors
/// Returns [`UnknownName`] also for a chip whose legal tensor maps no source has.
pub fn target_from_name(name: &str) -> Result<Chip, UnknownName> {
    let named = Chip::from_name(name)?;
    if is_target(named) {
        Ok(named)
    } else {
        Err(UnknownName::new("target", name, Chip::with_tma().map(Chip::name)))
    }
}

fn is_target(chip: Chip) -> bool {
    Chip::with_tma().any(|one| one == chip)
}

/// The descriptor with the same meaning in the bits of a chip's family. `None` if the chip has no such instruction or its family no
/// code for the mode.
///
/// ```
/// use swizzle_core::Descriptor;
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::descriptor_for;
/// let wgmma = Descriptor::guessed(0x4000_0040_0001_0040);
/// let tcgen05 = descriptor_for(Chip::Sm100a, wgmma).unwrap();
/// assert_eq!(tcgen05.raw(), 0x4000_4040_0001_0040);
/// assert_eq!(descriptor_for(Chip::Sm90a, tcgen05), Some(wgmma));
/// assert_eq!(descriptor_for(Chip::Sm120, wgmma), None);
/// ```
pub fn descriptor_for(chip: Chip, descriptor: Descriptor) -> Option<Descriptor> {
    let arch = chip.arch()?;
    let mut fields = descriptor.decode();
    fields.stray_bits = 0;
    if fields.lbo_mode != LboMode::Relative {
        return None;
    }
    Descriptor::encode(arch, fields).ok()
}

// The arguments of the driver's function, with the values of a map.

/// An argument of the driver's function and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name, as refusals have it.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

/// The arguments of a tiled map, in the order of the function.
///
/// ```
/// use swizzle_core::tma::{DataType, MapSwizzle, TensorMap};
/// use swizzle_lints::tma::arguments_of_map;
/// let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (4096, 4096), (64, 128));
/// let arguments = arguments_of_map(&map);
/// let value = |name: &str| &*arguments.iter().find(|one| one.name == name).unwrap().value;
/// assert_eq!((value("boxDim"), value("globalStrides")), ("64, 128", "8192 bytes"));
/// ```
pub fn arguments_of_map(map: &TensorMap) -> Vec<Argument> {
    let each = |of: &dyn Fn(&Dimension) -> String, from: usize| {
        joined(map.dimensions.iter().skip(from).map(of), ", ")
    };
    let mut all = vec![
        ("tensorDataType", map.data_type.name().to_owned()),
        ("tensorRank", map.dimensions.len().to_string()),
        ("globalAddress", format!("{:#x}", map.global_address)),
        ("globalDim", each(&|one| one.extent.to_string(), 0)),
    ];
    if map.dimensions.len() > 1 {
        let strides = each(&|one| one.stride_bytes.to_string(), 1);
        all.push(("globalStrides", format!("{strides} bytes")));
    }
    match &map.im2col {
        None => all.push(("boxDim", each(&|one| one.box_elements.to_string(), 0))),
        Some(im2col) => {
            all.push(("channelsPerPixel", im2col.channels.to_string()));
            all.push(("pixelsPerColumn", im2col.pixels.to_string()));
            all.push(("pixelBoxLowerCorner", joined(&im2col.lower, ", ")));
            all.push(("pixelBoxUpperCorner", joined(&im2col.upper, ", ")));
        }
    }
    all.extend([
        ("elementStrides", each(&|one| one.element_stride.to_string(), 0)),
        ("interleave", map.interleave.name().to_owned()),
        ("swizzle", map.swizzle.name().to_owned()),
        ("oobFill", map.oob_fill.name().to_owned()),
    ]);
    let argument = |(name, value)| Argument { name, value };
    all.into_iter().map(argument).collect()
}
