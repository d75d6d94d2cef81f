//! Edits of kernels whose product was right on an H100, each run there: the lens says what the product said.

use std::collections::HashMap;

use swizzle_core::reader::VerdictKind;

use crate::{judged, lines, texts};

#[test]
fn an_edit_is_called_what_its_product_was() {
    let texts: HashMap<String, String> = texts("multiplied.jsonl.gz")
        .into_iter()
        .map(|one| (one.file, one.text))
        .collect();
    let (mut wrong, mut named, mut faults) = (0, 0, Vec::new());
    for edit in lines("mutants.jsonl") {
        let text = |key: &str| edit[key].as_str().expect("a text");
        let mut lines: Vec<String> = texts[&format!("case{}", edit["case"])]
            .lines()
            .map(str::to_owned)
            .collect();
        let line = &mut lines[edit["line"].as_u64().expect("a line") as usize - 1];
        let kept = line
            .trim_end()
            .strip_suffix(text("old"))
            .unwrap_or_else(|| panic!("{edit}: not in the text"));
        *line = format!("{kept}{}", text("new"));
        let verdicts = judged(&lines.join("\n"), |_, report| report.verdict);
        let is_right = text("truth") == "right";
        wrong += u32::from(!is_right);
        for verdict in verdicts {
            named += u32::from(
                !is_right && matches!(verdict, VerdictKind::Wrong | VerdictKind::Warning),
            );
            if is_right && verdict == VerdictKind::Wrong
                || !is_right && verdict == VerdictKind::Right
            {
                faults.push(format!(
                    "{} {} {}: {}, called {}",
                    edit["case"],
                    text("name"),
                    text("kind"),
                    text("truth"),
                    verdict.name()
                ));
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert_eq!((wrong, named), (58, 58));
}
