//! The same on a narrow screen: one square at a time, and sheets.

use swizzle_core::Named as _;
use swizzle_lints::Severity;
use yew::prelude::*;

use super::at::{At, unseen};
use super::chain::excerpt;
use super::score::score;
use super::state::{Act, Look, Sheet};
use crate::check::Trace;
use crate::control::icon;
use crate::kit::{icon, segments, sends};

impl At<'_> {
    /// One square at a time, and sheets.
    pub fn narrow(&self) -> Html {
        let look = self.look;
        let names = (0..).zip(["Matrix", "Memory", "Chain"]);
        let names = names.map(|(at, name)| (name, at == look.side, at));
        let choose = self
            .on
            .reform(move |side: usize| Act::Look(Look { side, ..look }));
        let view = if look.side == 2 {
            self.chain()
        } else {
            self.squares()
        };
        let here = format!("{}, stage {}", self.place.side.name(), self.place.stage);
        html! {
            <>
                { self.fix() }{ score(self.view, self.place, true, self.on) }
                <div class="row apart kernel-narrow">{ segments("View", names, &choose) }<span class="q s">{ here }</span></div>
                { view }{ for look.line.map(|line| excerpt(self.reading, line, self.on)) }{ self.sheets() }
            </>
        }
    }

    /// The bar of sheets, and the one that is open.
    fn sheets(&self) -> Html {
        let look = self.look;
        let faults = self
            .view
            .findings
            .iter()
            .filter(|(one, _)| one.severity != Severity::Note)
            .count();
        let found = if faults > 0 {
            format!("Findings {faults}")
        } else {
            "Findings".into()
        };
        let all = [
            (Sheet::Edit, icon::EDIT, "Edit".to_owned()),
            (Sheet::Bits, icon::BITS, "Bits".to_owned()),
            (Sheet::Findings, icon::NOTE, found),
            (Sheet::Trace, icon::TRACE, "Trace".to_owned()),
        ];
        let tab = |(sheet, drawing, words): (Sheet, &'static str, String)| {
            let sheet = Some(sheet).filter(|sheet| look.sheet != Some(*sheet));
            let is_open = sheet.is_none().to_string();
            html! { <button type="button" aria-expanded={is_open} onclick={sends(self.on, Act::Look(Look { sheet, ..look }))}>{ icon(drawing) }{ words }</button> }
        };
        let content = look.sheet.map(|sheet| match sheet {
            Sheet::Edit => html! { <div class="stack">{ self.sentence() }<div class="cluster">{ self.choices() }</div>{ self.tools() }</div> },
            Sheet::Bits => html! { <>{ self.under_bits() }{ self.fields() }</> },
            Sheet::Findings => self.findings(),
            Sheet::Trace => match self.facts {
                Some(facts) => html! { <Trace facts={facts.clone()} unit={look.pinned} width={336.0} /> },
                None => html! { <p class="q">{ unseen(self.view, self.place) }</p> },
            },
        });
        html! { <>{ for content.map(|content| html! { <section class="sheet-open">{ content }</section> }) }<nav class="sheet-bar" aria-label="Sheets">{ for all.map(tab) }</nav></> }
    }

    fn under_bits(&self) -> Html {
        let given = self.facts.and_then(|facts| facts.spec.given());
        html! { <p class="m b">{ for given.map(|given| given.to_string()) }</p> }
    }
}
