//! The document before the page has come: its views are as large as those that come, so that nothing is drawn twice.

use swizzle_tests::webdriver::Result;

use crate::host::{Fault, Host};
use crate::visitor::Visitor;

/// Where both views stand, as text.
const VIEWS: &str = "
    return [...document.querySelectorAll('.grid-scroller')].map((view) => {
        const place = view.getBoundingClientRect();
        return [place.left, place.top, view.clientWidth, view.clientHeight].map(Math.round).join(' ');
    }).join(', ');
";

#[test]
fn the_views_come_where_the_document_has_room_for_them() -> Result<()> {
    let host = Host::new("/")?;
    for (width, height) in [(1440, 900), (1920, 1080), (1366, 768)] {
        // Nothing of the time before is kept.
        let session = Visitor::new(&host.url())?;
        session.set_window_size(width, height)?;
        host.fails(&[("glue-", Fault::Missing)]);
        session.goto(&host.url())?;
        session.wait_until("the document", "return document.querySelector('.start')")?;
        let before = session.execute(VIEWS, &[])?;
        host.fails(&[]);
        session.refresh()?;
        // With all that comes later.
        session.wait_until(
            "the descriptor",
            "return document.querySelector('.descriptor')",
        )?;
        let after = session.execute(VIEWS, &[])?;
        assert_eq!(before, after, "{width} × {height}");
        assert_eq!(
            after.as_str().map(|views| views.split(", ").count()),
            Some(2)
        );
    }
    Ok(())
}
