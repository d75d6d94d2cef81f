//! The same on a narrow screen: one square at a time, and sheets.

use super::*;
use crate::frame::Look;

impl At<'_> {
    /// One square at a time, and sheets.
    pub fn narrow(&self) -> Html {
        let look = self.desk.look;
        let choose = self.desk.on.reform(move |side| Look { side, ..look });
        let tabs = tabs("View", ["Matrix", "Memory", "Chain"], look.side, &choose);
        let view = if look.side == 2 { maybe(self.chain()) } else { self.squares() };
        let here = format!("{}, stage {}", self.place.side.name(), self.place.stage);
        html! {
            <>
                { self.fix() }{ self.score(true) }
                <div class="row apart kernel-narrow">{ tabs }<span class="q s">{ here }</span></div>
                { view }{ self.excerpt() }{ self.sheets() }
            </>
        }
    }

    /// The bar of sheets, and the one that is open.
    fn sheets(&self) -> Html {
        let faults = self.view.findings.iter();
        let faults = faults.filter(|(one, _)| one.severity != Severity::Note);
        let look = self.desk.look;
        sheets(look, faults.count(), &self.desk.on, |sheet| match sheet {
            Sheet::Edit => {
                html! { <div class="stack">{ self.sentence() }<div class="cluster">{ self.choices() }</div>{ self.tools() }</div> }
            }
            Sheet::Bits => {
                html! { <><p class="m b">{ self.given().map(|given| given.to_string()) }</p>{ self.fields() }{ instruction(self.row()) }</> }
            }
            Sheet::Findings => self.findings(),
            Sheet::Trace => match self.facts {
                Some(facts) => traced(facts, look.pinned, 336.0, 0),
                None => p("q", self.unseen()),
            },
        })
    }
}
