//! Links: any text after the `#`.

use swizzle_core::{Arch, Coord};
use swizzle_infer::TwoLayouts;
use swizzle_text::{two_layouts_place, two_layouts_rows};
use swizzle_view::link::{
    DumpShown, Form, JourneyShown, KernelShown, LanesShown, ScaleShown, SupportShown, TensorMemoryShown,
    TmaShown, WhyShown, build_from_link, form_from_link, form_keys, link_from_build, link_from_form,
    link_keys, pair_from_link, pair_of_links,
};
use swizzle_view::state::figures;
use swizzle_view::{Shown, link_from_shown, shown_from_link};

use super::state;
use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target { corpus, tokens, check };

const LINKS: [&str; 31] = [
    "",
    "#/",
    "#/wgmma",
    "#/wgmma/4000004000010040",
    "#/tcgen05/0x4000404000010040?k=128",
    "#/wgmma/4000004000010040?element=tf32&major=MN&number=bank&cell=8,3",
    "#/wgmma/4006004000250040?lbo_bytes=592&base_offset=3&step=2",
    "#/tcgen05?element=e3m2&cells=elements&number=logical&colour=step&mn=32&k=128",
    "#/wgmma?swizzle=128B-32B-atom&start=0x3fff0&order=k&sparsity=sparse&operand=B",
    "#/tcgen05/6010404000010040?lbo_mode=absolute&stray_bits=0x2000000000000&column_bytes=32768",
    "#/wgmma/4000004000010040?pattern=0x480&sbo_bytes=auto&cell=3%2C40",
    "#/wgmma/40000040000100zz?k=128&mn=0&elemant=tf32&k=64",
    "#/figure/155?number=logical",
    "#/nvfp4/4000004000010040//?&&=&k",
    "#/compare/figure/157/with/tcgen05/4000404000010040?mn=128&element=e3m2",
    "#/compare/wgmma/4000004000010040?show=read",
    "#/tcgen05/4000404000010840?mn=128&buffer_mn=256&at_mn=64&rows=64&block=1&stages=3&stage=2&stage_bytes=32768&at=0,1,2",
    "#/wgmma/4000004000010040?meant_start=0x8400&meant_swizzle=64B&meant_lbo_bytes=592&meant_sbo_bytes=512&meant_row_bytes=160",
    "#/wgmma/4000004000010040?mn=128&then=2*3,506,4000004000010040,-2@3",
    "#/wgmma/4000004000010040?meant_start=0x480&meant_row_bytes=128&meant_row_xor=row-and-7",
    "#/build/tcgen05?operand=A&element=f16&mn=128&n=256&kind=f16&d=f32&other_major=MN&idesc=0x08400010&language=rust",
    "#/build/wgmma?operand=B&m=64&a_from=registers&other_element=e5m2&n=8",
    "#/memory/tma?arch=sm_100a&data_type=UINT8&swizzle=64B&extents=512,64,8&strides=512,32768&box=64,16,2&element_strides=1,1,2&destination=0x8000&descriptor=",
    "#/memory/tma?box=80%2C300&swizzle=CU_TENSOR_MAP_SWIZZLE_128B&interleave=%C3%A9+%25",
    "#/memory/lanes?preset=epilogue-st&op=st.shared.v4&formula=(lane+%25+8,lane+/+8)&layout=64B&fragment=a-registers&fragment_bits=8&wires=101",
    "#/memory/dump?bytes=cbf29ce484222325&element_bits=32&values=mn,k&mn=64&k=32&address=0x480&layout=2",
    "#/memory/dump?example=narrow-mask&descriptor=0x4000004000010048&show=picture",
    "#/scale?kind=mxf4nvf4&vec=32&operand=B&rows=192&cta_group=2&m=128&written=tensor&start=0x400&step=96&row=130&block=9",
    "#/journey?scene=6&sbo=128&base=1",
    "#/tensor-memory?kind=f16&cta_group=2&m=128&n=64&k=96&reading=cute&regions=d16@0,metadata,sfb@264&allocated=48&shape=32x32b&num=64&cta=1&lane=70&column=33&selected=2&cp=64x128b.02_13&id=2",
    "#/support?arch=tcgen05&operand=B&sparsity=sparse",
];

fn corpus() -> Vec<Vec<u8>> {
    let figures = figures().map(|figure| format!("#/figure/{}", figure.number));
    let links = LINKS.map(str::to_owned);
    links.into_iter().chain(figures).map(String::into).collect()
}

fn tokens() -> Vec<Vec<u8>> {
    fn names<T: swizzle_core::Named>() -> impl Iterator<Item = String> {
        T::ALL.iter().map(|value| value.name().to_owned())
    }
    let words = [
        "#/compare/",
        "/with/",
        "#",
        "/",
        "?",
        "&",
        "=",
        ",",
        "%2C",
        "%",
        "0x",
        "auto",
        "figure/",
        "_",
        "'",
        " ",
    ];
    let of_forms = form_keys::<DumpShown>()
        .chain(form_keys::<TmaShown>())
        .chain(form_keys::<LanesShown>())
        .chain(form_keys::<WhyShown>())
        .chain(form_keys::<ScaleShown>())
        .chain(form_keys::<JourneyShown>())
        .chain(form_keys::<TensorMemoryShown>());
    let of_build = ["kind", "d", "n", "m", "other_major", "a_from", "idesc"];
    let keys = link_keys().chain(of_forms).chain(of_build);
    let keys = keys.flat_map(|key| [format!("{key}="), format!("&{key}=0x10")]);
    words
        .map(str::to_owned)
        .into_iter()
        .chain(keys)
        .chain(names::<Arch>())
        .chain(names::<swizzle_core::Element>())
        .chain(names::<swizzle_core::Swizzle>())
        .chain(names::<swizzle_core::Major>())
        .chain(names::<swizzle_core::LboMode>())
        .chain(names::<swizzle_core::Sparsity>())
        .map(String::into)
        .collect()
}

/// Two layouts side by side, from any two links.
fn can_be_compared(pair: &[String; 2]) -> Result<(), Fault> {
    let [first, second] = pair.each_ref().map(|link| shown_from_link(link).shown);
    let spec = |shown: &Shown| shown.spec().map_err(|why| why.to_string());
    let (first_spec, second_spec) = (spec(&first)?, spec(&second)?);
    for (here, there) in [(&first_spec, &second_spec), (&second_spec, &first_spec)] {
        if let Some(found) = TwoLayouts::of(here, there) {
            ensure!(found.absent <= found.elsewhere && found.elsewhere <= found.units, "{found:?}");
        }
    }
    for row in two_layouts_rows(&first_spec, &second_spec) {
        ensure!(row.first != row.second, "{row:?} is no difference");
    }
    let at = Coord { mn: 5, k: 9 };
    for spec in [&first_spec, &second_spec] {
        let place = two_layouts_place(spec, at);
        ensure!(place.is_some() == spec.extent().contains(at), "{place:?} of {at:?}");
    }
    let again = pair_from_link(&pair_of_links(&link_from_shown(&first), &link_from_shown(&second)));
    let again = again.map(|pair| pair.map(|link| shown_from_link(&link).shown));
    ensure!(again == Some([first, second]), "a pair does not survive its link");
    Ok(())
}

/// A form, from any link.
fn survives<T: Form>(text: &str) -> Result<(), Fault> {
    let opened = form_from_link::<T>(text);
    for notice in &opened.notices {
        ensure!(!notice.why.is_empty(), "{notice:?} has no reason");
        ensure!(text.contains(&notice.part), "{notice:?} is not of the link");
    }
    let link = link_from_form(&opened.shown);
    let again = form_from_link::<T>(&link);
    ensure!(again.shown == opened.shown && again.notices.is_empty(), "{link} is another form");
    Ok(())
}

fn check(input: &[u8]) -> Result<(), Fault> {
    let text = String::from_utf8_lossy(input);
    let opened = shown_from_link(&text);
    for notice in &opened.notices {
        ensure!(!notice.why.is_empty(), "“{}” is refused without a reason", notice.part);
        ensure!(
            text.contains(notice.part.trim_start_matches("0x")),
            "a notice names “{}”, which the link does not hold",
            notice.part
        );
    }
    let shown = &opened.shown;
    let spec = shown.spec().map_err(|why| format!("there is no tile: {why}"))?;
    state::stands_as_said(&spec)?;
    state::survives_its_link(shown)?;
    state::has_words(&spec)?;
    survives::<DumpShown>(&text)?;
    survives::<TmaShown>(&text)?;
    survives::<LanesShown>(&text)?;
    survives::<WhyShown>(&text)?;
    survives::<ScaleShown>(&text)?;
    survives::<JourneyShown>(&text)?;
    survives::<TensorMemoryShown>(&text)?;
    survives::<SupportShown>(&text)?;
    survives::<KernelShown>(&text)?;
    let built = build_from_link(&text).shown;
    let link = link_from_build(&built);
    ensure!(build_from_link(&link).shown == built, "{link} builds something else");
    if let Some(pair) = pair_from_link(&text) {
        can_be_compared(&pair)?;
    }
    Ok(())
}
