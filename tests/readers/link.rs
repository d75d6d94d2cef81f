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

pub(crate) const TARGET: Target = Target { name: "link", corpus, tokens, check };

fn corpus() -> Vec<Vec<u8>> {
    figures().map(|figure| format!("#/figure/{}", figure.number).into()).collect()
}

fn tokens() -> Vec<Vec<u8>> {
    fn names<T: swizzle_core::Named>() -> impl Iterator<Item = String> {
        T::ALL.iter().map(|value| value.name().to_owned())
    }
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
    keys.chain(names::<Arch>())
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
