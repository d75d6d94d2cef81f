//! Frozen links of the pages that are forms.

use swizzle_code::Language;
use swizzle_code::build::{Pack, SaidInstruction, ScaleVec};
use swizzle_core::hardware::Chip;
use swizzle_core::hardware::{Accumulator, CtaForm, Kind};
use swizzle_core::{Arch, Element, Major, Operand, Sparsity, Swizzle};
use swizzle_dump::{Example, Values};
use swizzle_lints::tma::TypedMap;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::scale::Order;
use swizzle_tmem::tensor_memory::Alignment;
use swizzle_view::link::{
    BuildShown, DumpShown, DumpShows, Form, JourneyShown, KernelShown, LanesShown, LanesTab, ScaleShown,
    SupportShown, TmaShown, WhyScene, WhyShown, build_from_link, form_from_link,
};
use swizzle_warp::{Access, Form as Rows, FragmentName, Preset, Wires, mma};

use super::opened;

/// What a link of a form shows; it must open wholly.
pub(crate) fn form<T: Form>(link: &str) -> T {
    let opened = form_from_link(link);
    assert_eq!(opened.notices, [], "{link}");
    opened.shown
}

#[test]
fn frozen_links_of_tensor_maps_open_what_they_always_did() {
    let silent = TmaShown {
        target: Chip::Sm90,
        map: TypedMap {
            data_type: "BFLOAT16".into(),
            swizzle: "128B".into(),
            interleave: "none".into(),
            extents: "4096, 4096".into(),
            strides: String::new(),
            box_elements: "64, 128".into(),
            element_strides: String::new(),
            rank: String::new(),
            global_address: String::new(),
            channels: String::new(),
            pixels: String::new(),
            lower_corner: String::new(),
            upper_corner: String::new(),
            l2_promotion: String::new(),
            oob_fill: String::new(),
        },
        destination: "0x400".into(),
        buffer: String::new(),
        descriptor: "0x4000004000010040".into(),
        element: Element::Bf16,
        major: Major::K,
        tile: String::new(),
    };
    for link in ["#/memory/tma", "#/memory/tma?", "#/memory/tma?box=64,128"] {
        assert_eq!(form::<TmaShown>(link), silent, "{link}");
    }
    let link = "#/memory/tma?arch=sm_100a&data_type=UINT8&swizzle=64B&interleave=none&extents=512,64,8&strides=512,32768&box=64,16,2&element_strides=1,1,2&rank=3&global_address=0x7f0000000000&channels=64&pixels=128&lower_corner=-1&upper_corner=-1&l2_promotion=L2_256B&oob_fill=1&destination=0x8000&buffer=8192&element=e4m3&major=MN&descriptor=&tile=%23/wgmma%3Fmn=100%26k=70";
    let shown = TmaShown {
        target: Chip::Sm100a,
        map: TypedMap {
            data_type: "UINT8".into(),
            swizzle: "64B".into(),
            interleave: "none".into(),
            extents: "512, 64, 8".into(),
            strides: "512, 32768".into(),
            box_elements: "64, 16, 2".into(),
            element_strides: "1, 1, 2".into(),
            rank: "3".into(),
            global_address: "0x7f0000000000".into(),
            channels: "64".into(),
            pixels: "128".into(),
            lower_corner: "-1".into(),
            upper_corner: "-1".into(),
            l2_promotion: "L2_256B".into(),
            oob_fill: "1".into(),
        },
        destination: "0x8000".into(),
        buffer: "8192".into(),
        descriptor: String::new(),
        element: Element::E4m3,
        major: Major::Mn,
        tile: "#/wgmma?mn=100&k=70".into(),
    };
    assert_eq!(form::<TmaShown>(link), shown);
}

#[test]
fn frozen_links_of_why_open_what_they_always_did() {
    let silent =
        WhyShown { scene: WhyScene::Threads, lanes: LanesShown::default(), xor: Wires::from_mask(7) };
    assert_eq!(form::<WhyShown>("#/why"), silent);
    for (name, scene) in [
        ("threads", WhyScene::Threads),
        ("rows", WhyScene::Rows),
        ("tma", WhyScene::Tma),
        ("tensor-core", WhyScene::TensorCore),
        ("numbers", WhyScene::Numbers),
        ("access", WhyScene::Access),
    ] {
        let link = format!("#/why?scene={name}");
        assert_eq!(form::<WhyShown>(&link).scene, scene);
    }
    let wires = |link| form::<WhyShown>(link).lanes.wires;
    assert_eq!(wires("#/why?wires=2"), Wires::from_mask(3));
    assert_eq!(wires("#/why?wires=101&scene=tma"), Wires::from_mask(5));
    assert_eq!(form::<WhyShown>("#/why?scene=rows&xor=0").xor, Wires::OPEN);
}

#[test]
fn frozen_links_of_accesses_open_what_they_always_did() {
    let silent = LanesShown {
        tab: LanesTab::Conflicts,
        preset: Preset::ColumnByColumn,
        access: Access::Load16,
        formula: "(lane, 0)".into(),
        element: Element::Bf16,
        major: Major::K,
        rows: "64".into(),
        columns: "64".into(),
        layout: Rows::Plain,
        fragment: FragmentName::Accumulator,
        fragment_bits: 32,
        mma: String::new(),
        operand: mma::Operand::A,
        wires: Wires::OPEN,
    };
    assert_eq!(form::<LanesShown>("#/memory/lanes"), silent);
    for (value, mask) in [("0", 0), ("1", 1), ("2", 3), ("3", 7), ("101", 5), ("010", 2), ("011", 3)] {
        let shown = LanesShown { wires: Wires::from_mask(mask), ..silent.clone() };
        let link = format!("#/memory/lanes?wires={value}");
        assert_eq!(form::<LanesShown>(&link), shown, "{link}");
    }
    let preset = LanesShown {
        preset: Preset::EpilogueMatrix,
        access: Access::StoreMatrix4,
        formula: "(lane % 16, lane / 16 * width)".into(),
        ..silent.clone()
    };
    assert_eq!(form::<LanesShown>("#/memory/lanes?preset=epilogue-stmatrix"), preset);
    let all = LanesShown {
        tab: LanesTab::Conflicts,
        preset: Preset::EpilogueMatrix,
        access: Access::Store16,
        formula: "(lane % 8, lane / 8)".into(),
        element: Element::E4m3,
        major: Major::Mn,
        rows: "128".into(),
        columns: "32".into(),
        layout: Rows::Canonical(Swizzle::B64),
        fragment: FragmentName::OperandA,
        fragment_bits: 8,
        mma: String::new(),
        operand: mma::Operand::A,
        wires: Wires::OPEN,
    };
    for op in ["ST128", "st.shared.v4", "st.shared.v4.b32"] {
        let link = format!(
            "#/memory/lanes?layout=64B&op={op}&formula=(lane+%25+8,lane+/+8)&preset=epilogue-stmatrix&element=e4m3&major=MN&rows=128&columns=32&fragment=a-registers&fragment_bits=8"
        );
        assert_eq!(form::<LanesShown>(&link), all, "{link}");
        let registers = LanesShown { tab: LanesTab::Registers, ..all.clone() };
        let link = format!("{link}&tab=registers");
        assert_eq!(form::<LanesShown>(&link), registers, "{link}");
    }
}

#[test]
fn frozen_links_of_dumps_and_of_the_matrix_open_what_they_always_did() {
    let silent = DumpShown {
        example: None,
        bytes: None,
        element_bits: 16,
        values: None,
        mn: String::new(),
        k: String::new(),
        address: String::new(),
        descriptor: String::new(),
        major: Major::K,
        layout: 0,
        shows: DumpShows::Cells,
    };
    assert_eq!(form::<DumpShown>("#/memory/dump"), silent);
    let link = "#/memory/dump?example=narrow-mask&bytes=cbf29ce484222325&element_bits=32&values=mn,k&mn=64&k=32&address=0x480&major=MN&descriptor=0x4000004000010048&layout=2";
    let shown = DumpShown {
        example: Some(Example::NarrowMask),
        bytes: Some(0xcbf2_9ce4_8422_2325),
        element_bits: 32,
        values: Some(Values::MnAndK),
        mn: "64".into(),
        k: "32".into(),
        address: "0x480".into(),
        descriptor: "0x4000004000010048".into(),
        major: Major::Mn,
        layout: 1,
        shows: DumpShows::Cells,
    };
    assert_eq!(form::<DumpShown>(link), shown);
    let picture = DumpShown { shows: DumpShows::Picture, ..shown };
    assert_eq!(form::<DumpShown>(&format!("{link}&show=picture")), picture);
    let kernel = KernelShown {
        example: "k-advance".into(),
        bytes: None,
        kernel: 0,
        line: 753,
        operand: Operand::B,
        stage: 0,
        read: String::new(),
    };
    assert_eq!(form::<KernelShown>("#/kernel?try=k-advance&line=753&operand=B"), kernel);
    let second = form::<KernelShown>("#/kernel?try=k-advance&line=753&operand=B&stage=1");
    assert_eq!(second, KernelShown { stage: 1, ..kernel.clone() });
    let silent = KernelShown { example: String::new(), line: 0, operand: Operand::A, ..kernel };
    assert_eq!(form::<KernelShown>("#/kernel"), silent);
    let matrix = SupportShown {
        arch: Arch::Tcgen05,
        operand: Operand::B,
        sparsity: Sparsity::Sparse,
        ..SupportShown::default()
    };
    let link = "#/support?arch=tcgen05&operand=B&sparsity=sparse";
    assert_eq!(form::<SupportShown>(link), matrix);
    let silent = SupportShown {
        arch: Arch::Wgmma,
        chip: None,
        operand: Operand::A,
        sparsity: Sparsity::Dense,
        element: None,
        major: None,
        swizzle: None,
    };
    assert_eq!(form::<SupportShown>("#/support"), silent);
    let of_a_cell = SupportShown {
        arch: Arch::Tcgen05,
        chip: Some(Chip::Sm103a),
        element: Some(Element::Tf32),
        major: Some(Major::Mn),
        swizzle: Some(Swizzle::B128Atom32),
        ..silent
    };
    let link = "#/support?arch=tcgen05&chip=sm_103a&element=tf32&major=MN&swizzle=128B-32B-atom";
    assert_eq!(form::<SupportShown>(link), of_a_cell);
}

#[test]
fn frozen_links_of_the_builder_open_what_they_always_did() {
    let silent = SaidInstruction {
        kind: None,
        accumulator: None,
        other_mn: None,
        other_element: None,
        other_major: None,
        source_of_a: None,
        form: None,
        vec: None,
        load: None,
        pack: None,
        d_column: None,
        d_lane: None,
    };
    let layout = "#/tcgen05?operand=A&element=bf16&mn=128";
    for (link, instruction, language, idesc) in [
        ("", silent, Language::Cuda, None),
        (
            "&n=256&kind=f16&d=f32&other_major=MN",
            SaidInstruction {
                kind: Some(Kind::F16),
                accumulator: Some(Accumulator::F32),
                other_mn: Some(256),
                other_major: Some(Major::Mn),
                ..silent
            },
            Language::Cuda,
            None,
        ),
        (
            "&language=cutedsl&idesc=0x08400010&other_element=e5m2",
            SaidInstruction { other_element: Some(Element::E5m2), ..silent },
            Language::CuteDsl,
            Some(0x0840_0010),
        ),
        (
            "&form=cta-group-2&vec=32&load=16x256b",
            SaidInstruction {
                form: Some(CtaForm::Two),
                vec: Some(ScaleVec::V32),
                load: Some(LoadShape::S16x256b),
                ..silent
            },
            Language::Cuda,
            None,
        ),
        (
            "&d=f16&pack=16b&d_column=64&d_lane=16",
            SaidInstruction {
                accumulator: Some(Accumulator::F16),
                pack: Some(Pack::Bits16),
                d_column: Some(64),
                d_lane: Some(Alignment::Sixteen),
                ..silent
            },
            Language::Cuda,
            None,
        ),
    ] {
        let link = format!("{}{link}", layout.replace("#/", "#/build/"));
        let built = build_from_link(&link);
        assert_eq!(built.notices, [], "{link}");
        let wanted = BuildShown { layout: opened(layout), instruction, language, idesc };
        assert_eq!(built.shown, wanted, "{link}");
    }
    let beside_b = build_from_link("#/build/wgmma?operand=B&mn=128&m=64&a_from=registers");
    assert_eq!(beside_b.notices, []);
    assert_eq!(beside_b.shown.instruction.other_mn, Some(64));
}

#[test]
fn frozen_links_of_scale_factors_open_what_they_always_did() {
    let silent = ScaleShown {
        kind: Kind::Mxf8f6f4,
        vec: 32,
        operand: Operand::A,
        rows: 128,
        blocks: 8,
        form: CtaForm::One,
        m: 256,
        written: Order::Stage,
        read: Order::Stage,
        start: 0x8000,
        column: 0,
        is_k96: false,
        row: 37,
        block: 5,
    };
    for link in ["#/scale", "#/scale?", "#/scale?row=37&block=5"] {
        assert_eq!(form::<ScaleShown>(link), silent, "{link}");
    }
    let link = "#/scale?kind=mxf4nvf4&vec=32&operand=B&rows=192&blocks=16&cta_group=2&m=128&written=tensor&read=tensor&start=0x400&column=256&step=96&row=130&block=9";
    let shown = ScaleShown {
        kind: Kind::Mxf4nvf4,
        vec: 32,
        operand: Operand::B,
        rows: 192,
        blocks: 16,
        form: CtaForm::Two,
        m: 128,
        written: Order::Tensor,
        read: Order::Tensor,
        start: 0x400,
        column: 256,
        is_k96: true,
        row: 130,
        block: 9,
    };
    assert_eq!(form::<ScaleShown>(link), shown);
    for (link, written) in [("#/scale?written=linear", Order::Linear), ("#/scale?written=8x4", Order::Rows8)]
    {
        assert_eq!(form::<ScaleShown>(link), ScaleShown { written, ..silent }, "{link}");
    }
    // The kind brings its usual scaling.
    let usual = form::<ScaleShown>("#/scale?kind=mxf4nvf4");
    assert_eq!((usual.kind, usual.vec), (Kind::Mxf4nvf4, 16));
    for bad in [
        "#/scale?kind=f16",
        "#/scale?vec=16",
        "#/scale?rows=0",
        "#/scale?rows=257",
        "#/scale?cta_group=3",
        "#/scale?m=64",
        "#/scale?step=96",
        "#/scale?start=0x40000",
        "#/scale?read=linear",
        "#/scale?read=8x4",
    ] {
        let opened = form_from_link::<ScaleShown>(bad);
        assert_eq!((opened.shown, opened.notices.len()), (silent, 1), "{bad}");
    }
}

#[test]
fn frozen_links_of_the_journey_open_what_they_always_did() {
    let silent = JourneyShown { scene: 0, sbo_bytes: None, base_offset: 0 };
    for link in ["#/journey", "#/journey?", "#/journey?scene=1&base=0"] {
        assert_eq!(form::<JourneyShown>(link), silent, "{link}");
    }
    let shown = JourneyShown { scene: 5, sbo_bytes: Some(128), base_offset: 1 };
    assert_eq!(form::<JourneyShown>("#/journey?scene=6&sbo=128&base=1"), shown);
    for bad in [
        "#/journey?scene=0",
        "#/journey?scene=8",
        "#/journey?sbo=64",
        "#/journey?sbo=200",
        "#/journey?sbo=2176",
        "#/journey?base=8",
    ] {
        let opened = form_from_link::<JourneyShown>(bad);
        assert_eq!((opened.shown, opened.notices.len()), (silent, 1), "{bad}");
    }
}
