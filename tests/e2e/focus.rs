//! The focus stays where it is while controls come and go.

use swizzle_tests::webdriver::Result;

use crate::page::{Page, state};

/// With more rows the panel has a control for their blocks: what is being typed stays where it is.
#[test]
fn controls_that_come_and_go_leave_what_is_typed_alone() -> Result<()> {
    const FOCUS: &str = "return document.activeElement.id";
    let page = Page::open("")?;
    for (link, label, typed) in [
        ("#/", "M", "1024"),
        ("#/?mn=128", "M", "192"),
        ("#/?operand=B&mn=512", "N", "1024"),
    ] {
        page.type_address(link)?;
        let mut expected = state(link);
        page.shows(&expected)?;
        page.field(label)?.fill("")?;
        for end in 1..=typed.len() {
            page.session().chord(&[&typed[end - 1..end]])?;
            expected.said.tile.mn = Some(typed[..end].parse().expect("a number"));
            // The address follows last of all.
            page.shows_with_address(&expected)?;
            let focus = page.text_of(FOCUS)?;
            assert_eq!(focus, format!("number-{}", label.to_ascii_lowercase()));
            assert_eq!(page.field(label)?.property("value")?, typed[..end]);
        }
    }
    // Of choices, too: mode none has no pattern, and the other architecture another mode of LBO.
    for (name, value) in [
        ("Swizzle", "none"),
        ("Swizzle", "64B"),
        ("Architecture", "tcgen05"),
    ] {
        page.choose(name, value)?;
        let is_there = format!(
            "const at = document.activeElement; return at.name === 'choice-{name}' && at.value === '{value}'"
        );
        page.session().wait_until(value, &is_there)?;
    }
    Ok(())
}
