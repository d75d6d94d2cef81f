//! Mistakes that have a name: what the fields would be without them.

use crate::descriptor::Descriptor;
use crate::hardware::{ADDRESS_BYTES, Arch, LboMode, UNIT_BYTES, field_from_bytes};
use crate::law::{Layout, LayoutParams, Stride, Swizzle};
use crate::reader::{ReadAgainstTile, Spec};
use crate::tile::Tile;

/// How a descriptor came to be wrong, as far as its fields show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// These strides are 16 times too large: bytes where units of 16 belong.
    Bytes(&'static [Stride]),
    /// These strides are 16 times too small: divided by 16 twice.
    DividedTwice(&'static [Stride]),
    /// LBO and SBO stand in each other's place.
    Exchanged,
    /// The swizzle code is the other architecture's: this mode was meant.
    OtherCode(Swizzle),
}

/// Which strides can be scaled, the likeliest first.
const SCALED: [&[Stride]; 3] = [&[Stride::Sbo], &[Stride::Lbo], &[Stride::Lbo, Stride::Sbo]];

/// What explains that the given descriptor does not read the tile, and the descriptor that would; none where nothing with
/// a name does, where it reads the tile, or where nothing was given. Where it starts does not count.
///
/// Source: public reports of such mistakes; the arithmetic is the address law's.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile, Spec};
/// use swizzle_core::solve::{Cause, cause};
/// let given = Some(Descriptor::new(Arch::Wgmma, 0x4000_0001_0040_0040));
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let (why, mended) = cause(&Spec::new(&Said { tile, given, ..Said::default() })?).unwrap();
/// assert_eq!((why, mended.raw()), (Cause::Exchanged, 0x4000_0040_0001_0040));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn cause(spec: &Spec) -> Option<(Cause, Descriptor)> {
    let given = spec.given()?;
    let fields = given.decode();
    if fields.lbo_mode == LboMode::Absolute
        || fields.swizzle.is_err()
        || reads_the_tile(spec, given)
    {
        return None;
    }
    scaled(spec, given)
        .or_else(|| exchanged(spec, given))
        .or_else(|| other_code(spec, given))
}

fn scaled(spec: &Spec, given: Descriptor) -> Option<(Cause, Descriptor)> {
    let read = spec.read_of(given);
    for is_large in [true, false] {
        for strides in SCALED {
            let mut params = read.params();
            let mut fits = true;
            for stride in strides {
                let held = read.stride_bytes(*stride);
                let meant = if is_large {
                    held / UNIT_BYTES
                } else {
                    held * UNIT_BYTES
                };
                fits &= (UNIT_BYTES..ADDRESS_BYTES).contains(&meant);
                set(&mut params, *stride, meant);
            }
            if let Some(mended) = fits.then(|| with(given, &params)).flatten()
                && reads_the_tile(spec, mended)
            {
                let cause = match is_large {
                    true => Cause::Bytes(strides),
                    false => Cause::DividedTwice(strides),
                };
                return Some((cause, mended));
            }
        }
    }
    None
}

fn exchanged(spec: &Spec, given: Descriptor) -> Option<(Cause, Descriptor)> {
    let read = spec.read_of(given).params();
    let swapped = LayoutParams {
        lbo_bytes: read.sbo_bytes,
        sbo_bytes: read.lbo_bytes,
        ..read
    };
    let mended = with(given, &swapped).filter(|_| read.lbo_bytes != read.sbo_bytes)?;
    reads_the_tile(spec, mended).then_some((Cause::Exchanged, mended))
}

/// tcgen05's codes are 2, 4, 6 for what wgmma calls 1, 2, 3: one bit is lost, or read as a mode of its own. Whether a said
/// mode is another is not asked here: then it is no guess.
fn other_code(spec: &Spec, given: Descriptor) -> Option<(Cause, Descriptor)> {
    if spec.said().tile.swizzle.is_some() {
        return None;
    }
    let read = spec.read_of(given).params();
    let modes: &[Swizzle] = match (given.arch(), read.swizzle) {
        (Arch::Tcgen05, Swizzle::B128) => &[Swizzle::B64],
        (Arch::Wgmma, Swizzle::B64) => &[Swizzle::B128, Swizzle::B32],
        (Arch::Wgmma, Swizzle::None | Swizzle::B32 | Swizzle::B128 | Swizzle::B128Atom32)
        | (Arch::Tcgen05, Swizzle::None | Swizzle::B32 | Swizzle::B64 | Swizzle::B128Atom32) => &[],
    };
    modes.iter().find_map(|&swizzle| {
        let tile = Tile {
            swizzle,
            ..*spec.tile()
        }
        .packed();
        let written = Spec::assembled(spec.said(), tile, *spec.reader(), spec.place());
        let mended = with(given, &LayoutParams { swizzle, ..read })?;
        reads_the_tile(&written, mended).then_some((Cause::OtherCode(swizzle), mended))
    })
}

/// Whether a descriptor reads the tile, wherever it starts.
fn reads_the_tile(spec: &Spec, descriptor: Descriptor) -> bool {
    let read = Layout::new(LayoutParams {
        start_bytes: spec.start_bytes(spec.place()),
        ..spec.read_of(descriptor).params()
    });
    ReadAgainstTile::tally_of(spec, &read, spec.place()).wrong == 0
}

fn set(params: &mut LayoutParams, stride: Stride, bytes: u32) {
    match stride {
        Stride::Lbo => params.lbo_bytes = bytes,
        Stride::Sbo => params.sbo_bytes = bytes,
    }
}

/// The descriptor with another layout's strides and mode.
fn with(descriptor: Descriptor, params: &LayoutParams) -> Option<Descriptor> {
    let mut fields = descriptor.decode();
    fields.lbo_field = field_from_bytes(params.lbo_bytes);
    fields.sbo_field = field_from_bytes(params.sbo_bytes);
    fields.swizzle = Ok(params.swizzle);
    Descriptor::encode(descriptor.arch(), fields).ok()
}
