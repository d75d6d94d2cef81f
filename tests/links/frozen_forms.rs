//! Frozen links of the pages that are forms: rows of `frozen_forms.tsv`.

use std::fmt::Debug;

use swizzle_tests::rows;
use swizzle_view::link::{
    DumpShown, Form, JourneyShown, KernelShown, LanesShown, Notice, OpenedForm, ScaleShown, SupportShown,
    TensorMemoryShown, TmaShown, WhyShown, build_from_link, form_from_link, link_from_build, link_from_form,
};
use swizzle_view::link_from_shown;

/// What of the link of a form is not opened, the record of what it shows, as it prints itself, and its link.
pub(crate) fn opened(link: &str) -> (Vec<Notice>, String, String) {
    fn of<T: Form + Debug>(link: &str) -> (Vec<Notice>, String, String) {
        let OpenedForm { shown, notices } = form_from_link::<T>(link);
        (notices, format!("{shown:?}"), link_from_form(&shown))
    }
    match link.split('?').next().unwrap_or_default().trim_end_matches("/more") {
        "#/memory/tma" => of::<TmaShown>(link),
        "#/memory/lanes" => of::<LanesShown>(link),
        "#/memory/dump" => of::<DumpShown>(link),
        "#/why" => of::<WhyShown>(link),
        "#/kernel" => of::<KernelShown>(link),
        "#/support" => of::<SupportShown>(link),
        "#/scale" => of::<ScaleShown>(link),
        "#/journey" => of::<JourneyShown>(link),
        "#/tensor-memory" => of::<TensorMemoryShown>(link),
        _ => {
            let OpenedForm { shown, notices } = build_from_link(link);
            let (built, layout) = (&shown, link_from_shown(&shown.layout));
            let record = format!("{layout} {:?} {:?} {:x?}", built.instruction, built.language, built.idesc);
            (notices, record, link_from_build(&shown))
        }
    }
}

#[test]
fn frozen_links_of_forms_open_what_they_always_did() {
    let mut others = Vec::new();
    for row in rows(include_str!("frozen_forms.tsv")) {
        let [links, wanted] = row[..] else { panic!("{row:?}") };
        for link in links.split(' ') {
            let (named, is_same) = (usize::from(link.starts_with('!')), link.starts_with('='));
            let link = link.trim_start_matches(['!', '=']);
            let (notices, record, written) = opened(link);
            if (notices.len(), record.as_str()) != (named, wanted) || is_same && written != link {
                others.push(format!("{link}\t{record}\n{written}\n{notices:?}"));
            }
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}
