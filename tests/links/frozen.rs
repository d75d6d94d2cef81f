//! Frozen links: what one shows when it is opened, today and for ever.

use swizzle_core::law::RowXor;
use swizzle_core::{
    Arch, Coord, Descriptor, Element, Extent, LboMode, Major, NoSwizzleCode, Operand, Order, Place,
    Sparsity, Swizzle,
};
use swizzle_draw::{Cells, Colour, Number};
use swizzle_draw::{Shows, View};
use swizzle_view::Shown;
use swizzle_view::link::pair_from_link;
use swizzle_view::state::figures;

use super::opened;

/// What a link shows, whether the link said it or left it to be assumed.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    arch: Arch,
    operand: Operand,
    sparsity: Sparsity,
    lbo_mode: LboMode,
    rows: u32,
    element: Element,
    major: Major,
    swizzle: Swizzle,
    mn: u32,
    k: u32,
    buffer: Extent,
    at: Coord,
    order: Order,
    start_bytes: u32,
    lbo_bytes: u32,
    sbo_bytes: u32,
    row_bytes: Option<u32>,
    row_xor: Option<RowXor>,
    stages: u32,
    stage_bytes: u32,
    descriptor: Result<Descriptor, NoSwizzleCode>,
    place: Place,
    looked_at: Place,
    view: View,
    pinned: Option<Coord>,
}

/// The meaning of everything that a link leaves out. Frozen, even if the defaults of a fresh page change.
impl Default for Seen {
    fn default() -> Self {
        Self {
            arch: Arch::Wgmma,
            operand: Operand::A,
            sparsity: Sparsity::Dense,
            lbo_mode: LboMode::Relative,
            rows: 64,
            element: Element::Bf16,
            major: Major::K,
            swizzle: Swizzle::B128,
            mn: 64,
            k: 64,
            buffer: Extent { mn: 64, k: 64 },
            at: Coord { mn: 0, k: 0 },
            order: Order::Mn,
            start_bytes: 0x400,
            lbo_bytes: 8192,
            sbo_bytes: 1024,
            row_bytes: None,
            row_xor: None,
            stages: 1,
            stage_bytes: 8192,
            descriptor: Ok(Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040)),
            place: Place::default(),
            looked_at: Place::default(),
            view: View {
                shows: Shows::Tile,
                cells: Cells::Units,
                number: Number::Memory,
                colour: Colour::Memory,
            },
            pinned: None,
        }
    }
}

fn seen(shown: &Shown) -> Seen {
    let spec = shown.spec().expect("a link has a picture");
    let (tile, reader) = (spec.tile(), spec.reader());
    Seen {
        arch: reader.arch,
        operand: reader.operand,
        sparsity: reader.sparsity,
        lbo_mode: reader.lbo_mode,
        rows: reader.rows,
        element: tile.element,
        major: tile.major,
        swizzle: tile.swizzle,
        mn: tile.mn,
        k: tile.k,
        buffer: tile.buffer,
        at: tile.at,
        order: tile.order,
        start_bytes: tile.start_bytes,
        lbo_bytes: tile.lbo_bytes,
        sbo_bytes: tile.sbo_bytes,
        row_bytes: tile.row_bytes,
        row_xor: tile.row_xor,
        stages: tile.stages,
        stage_bytes: tile.stage_bytes,
        descriptor: spec.descriptor(spec.place()),
        place: spec.place(),
        looked_at: shown.looked_at(&spec).place(),
        view: shown.view,
        pinned: shown.pinned,
    }
}

/// A link opens wholly, and what it shows differs from what silence means by this alone.
fn check(link: &str, change: &dyn Fn(&mut Seen)) {
    let mut expected = Seen::default();
    change(&mut expected);
    assert_eq!(seen(&opened(link)), expected, "{link}");
}

fn wgmma(raw: u64) -> Result<Descriptor, NoSwizzleCode> {
    Ok(Descriptor::new(Arch::Wgmma, raw))
}

#[test]
fn the_defaults_of_a_bare_descriptor_are_frozen() {
    check("#/wgmma/4000004000010040", &|_| ());
}

/// Links in the wild open for ever: add lines, never change one. What they say never changed. How they are looked at did,
/// once: a link that does not say it, and whose descriptor reads wrong, shows the read.
#[test]
fn frozen_links_open_what_they_always_did() {
    let tcgen05 = |s: &mut Seen| {
        s.arch = Arch::Tcgen05;
        s.descriptor = Ok(Descriptor::new(Arch::Tcgen05, 0x4000_4040_0001_0040));
    };
    check("", &|_| ());
    check("#/", &|_| ());
    check("#/wgmma", &|_| ());
    check("#/wgmma/0x4000004000010040", &|_| ());
    check("#/tcgen05", &|s| (tcgen05(s), s.rows = 128).0);
    check("#/tcgen05/4000404000010040", &|s| {
        (tcgen05(s), s.rows = 128).0
    });
    check("#/wgmma/4000004000010040?element=tf32&major=K", &|s| {
        s.element = Element::Tf32;
        s.stage_bytes = 16_384;
    });
    check("#/wgmma/8000002000010080?k=32", &|s| {
        s.swizzle = Swizzle::B64;
        s.start_bytes = 0x800;
        (s.k, s.buffer.k) = (32, 32);
        (s.lbo_bytes, s.sbo_bytes, s.stage_bytes) = (4096, 512, 4096);
        s.descriptor = wgmma(0x8000_0020_0001_0080);
    });
    check("#/wgmma/4000004000250040", &|s| {
        s.descriptor = wgmma(0x4000_0040_0025_0040);
    });
    check("#/wgmma/4006004000010040", &|s| {
        s.descriptor = wgmma(0x4006_0040_0001_0040);
    });
    check("#/wgmma/4000004000010042?step=1", &|s| {
        (s.place, s.looked_at) = (1.into(), 1.into());
        s.descriptor = wgmma(0x4000_0040_0001_0042);
    });
    check("#/wgmma/4000004000010040?cell=3,40", &|s| {
        s.pinned = Some(Coord { mn: 3, k: 40 });
    });
    check("#/wgmma/4000004000010040?cell=3%2C40", &|s| {
        s.pinned = Some(Coord { mn: 3, k: 40 });
    });
    check("#/wgmma?swizzle=128B-32B-atom&start=0x0", &|s| {
        s.swizzle = Swizzle::B128Atom32;
        s.start_bytes = 0;
        s.descriptor = Err(NoSwizzleCode {
            chip: Arch::Wgmma.first_chip(),
            swizzle: Swizzle::B128Atom32,
        });
    });
    check(
        "#/wgmma/4000004000010040?number=logical&colour=bank&cells=elements",
        &|s| {
            s.view = View {
                shows: Shows::Tile,
                cells: Cells::Elements,
                number: Number::Logical,
                colour: Colour::Bank,
            };
        },
    );
    check("#/wgmma/4000004000010040?show=read", &|s| {
        s.view.shows = Shows::Read;
    });
    check(
        "#/wgmma/4000004000010040?meant_start=0x800&meant_swizzle=64B&meant_lbo_bytes=32&meant_sbo_bytes=512",
        &|s| {
            s.start_bytes = 0x800;
            s.swizzle = Swizzle::B64;
            (s.lbo_bytes, s.sbo_bytes, s.stage_bytes) = (32, 512, 4608);
            s.view.shows = Shows::Read;
        },
    );
    check("#/wgmma/0000000800010040?meant_row_bytes=128", &|s| {
        s.swizzle = Swizzle::None;
        (s.lbo_bytes, s.sbo_bytes) = (1024, 128);
        s.row_bytes = Some(128);
        s.descriptor = wgmma(0x0000_0008_0001_0040);
        s.view.shows = Shows::Read;
    });
    for (link, shows) in [
        ("#/wgmma/4000000800010040", Shows::Read),
        ("#/wgmma/4000000800010040?show=tile", Shows::Tile),
        ("#/wgmma/4000000800010040?show=read", Shows::Read),
    ] {
        check(link, &|s| {
            s.sbo_bytes = 1024;
            s.descriptor = wgmma(0x4000_0008_0001_0040);
            s.view.shows = shows;
        });
    }
    for figure in figures() {
        let shown = opened(&format!("#/figure/{}", figure.number));
        assert_eq!(shown, figure.shown);
    }
}

/// The same, of keys that came later and of links without a descriptor.
#[test]
fn frozen_links_of_what_was_said_open_what_they_always_did() {
    check("#/?meant_row_bytes=144&meant_row_xor=row/2-and-3", &|s| {
        (s.row_bytes, s.row_xor) = (Some(144), Some(RowXor::Rows2And3));
        s.stage_bytes = 9216;
    });
    check("#/?k=128", &|s| {
        (s.k, s.buffer.k, s.stage_bytes) = (128, 128, 16_384);
    });
    check("#/?swizzle=64B&start=0x800&order=k", &|s| {
        s.swizzle = Swizzle::B64;
        s.start_bytes = 0x800;
        s.order = Order::K;
        (s.lbo_bytes, s.sbo_bytes) = (512, 1024);
        s.descriptor = wgmma(0x8000_0040_0001_0080);
    });
    check("#/?sbo_bytes=2048&column_bytes=32768", &|s| {
        (s.lbo_bytes, s.sbo_bytes, s.stage_bytes) = (32_768, 2048, 15_360);
        s.descriptor = wgmma(0x4000_0080_0001_0040);
    });
    check("#/wgmma?element=tf32&k=128", &|s| {
        s.element = Element::Tf32;
        (s.k, s.buffer.k, s.stage_bytes) = (128, 128, 32_768);
    });
    check(
        "#/tcgen05?element=e2m1-packed&k=768&lbo_mode=absolute",
        &|s| {
            (s.arch, s.rows) = (Arch::Tcgen05, 128);
            s.lbo_mode = LboMode::Absolute;
            s.element = Element::E2m1Packed;
            (s.k, s.buffer.k, s.stage_bytes) = (768, 768, 24_576);
            s.descriptor = Ok(Descriptor::new(Arch::Tcgen05, 0x4010_4040_0040_0040));
        },
    );
    // The program's own way to specify what does not belong to the tile: fields without a descriptor.
    check("#/wgmma?base_offset=3&stray_bits=0x4000", &|s| {
        s.descriptor = wgmma(0x4006_0040_0001_4040);
    });
    check("#/wgmma/4000004000010040?start=0x400&swizzle=128B", &|_| ());
    check(
        "#/wgmma/4000004000010040?start=0x400&swizzle=128B&meant_start=0x800&meant_swizzle=64B",
        &|s| {
            s.start_bytes = 0x800;
            s.swizzle = Swizzle::B64;
            (s.lbo_bytes, s.sbo_bytes) = (4096, 512);
            s.view.shows = Shows::Read;
        },
    );
    check("#/wgmma/0000000800400040?column_bytes=64", &|s| {
        s.swizzle = Swizzle::None;
        (s.lbo_bytes, s.sbo_bytes) = (1024, 128);
        s.descriptor = wgmma(0x0000_0008_0040_0040);
    });
    check(
        "#/wgmma/4000004000010040?lbo_bytes=16&sbo_bytes=auto&base_offset=0&lbo_mode=relative&stray_bits=0x0",
        &|_| (),
    );
    check(
        "#/?mn=128&buffer_mn=256&buffer_k=128&at_mn=64&at_k=64&operand=B",
        &|s| {
            s.operand = Operand::B;
            s.rows = 256;
            s.mn = 128;
            s.buffer = Extent { mn: 256, k: 128 };
            s.at = Coord { mn: 64, k: 64 };
            s.lbo_bytes = 32_768;
            s.stage_bytes = 65_536;
            s.descriptor = wgmma(0x4000_0040_0001_0a40);
        },
    );
    check(
        "#/wgmma/4000004000010a46?mn=128&rows=64&step=auto&meant_start=0x400&stages=2&stage_bytes=0x8000&at=0,1,1",
        &|s| {
            (s.mn, s.buffer.mn, s.lbo_bytes) = (128, 128, 16_384);
            (s.stages, s.stage_bytes) = (2, 0x8000);
            s.place = Place {
                stage: 1,
                block: 1,
                step: 3,
            };
            s.looked_at = Place {
                stage: 1,
                block: 0,
                step: 1,
            };
            s.descriptor = wgmma(0x4000_0040_0001_0a46);
        },
    );
    check("#/?block=2&step=1&stage=3", &|s| {
        (s.mn, s.buffer.mn, s.lbo_bytes) = (192, 192, 24_576);
        (s.stages, s.stage_bytes) = (4, 24_576);
        s.place = Place {
            stage: 3,
            block: 2,
            step: 1,
        };
        s.looked_at = s.place;
        s.descriptor = wgmma(0x4000_0040_0001_1642);
    });
    check(
        "#/wgmma/4000004000010040?then=2*3,4000004000010240@4",
        &|s| {
            s.place = Place {
                stage: 0,
                block: 0,
                step: 4,
            };
            (s.k, s.buffer.k, s.stage_bytes) = (128, 128, 16_384);
            s.looked_at = s.place;
            s.descriptor = wgmma(0x4000_0040_0001_0240);
        },
    );
    check("#/wgmma/4006004000010040?pattern=0x0", &|s| {
        s.descriptor = wgmma(0x4006_0040_0001_0040);
        s.view.shows = Shows::Read;
    });
}

/// Likewise for links of two.
#[test]
fn frozen_links_of_pairs_open_what_they_always_did() {
    for (link, first, second) in [
        (
            "#/compare/figure/157/with/figure/158",
            "#/figure/157",
            "#/figure/158",
        ),
        (
            "#/compare/wgmma/4000004000010040?element=tf32&k=32/with/tcgen05/4000404000010040?mn=128",
            "#/wgmma/4000004000010040?element=tf32&k=32",
            "#/tcgen05/4000404000010040?mn=128",
        ),
        (
            "#/compare/wgmma/4000004000010040",
            "#/wgmma/4000004000010040",
            "#/wgmma/4000004000010040",
        ),
        ("#/compare", "", ""),
        ("#/compare/", "", ""),
        ("#/compare//with/", "", ""),
    ] {
        let pair = pair_from_link(link).unwrap();
        assert_eq!(pair.map(|one| opened(&one)), [first, second].map(opened));
    }
    for link in ["", "#/", "#/comparex", "#/figure/157", "compare/figure/157"] {
        assert_eq!(pair_from_link(link), None, "{link}");
    }
}
