//! Input of `swizzle check`: descriptors, and the tile that the text around them specifies.

use super::*;
use swizzle_core::reader::SaidPlace;
use swizzle_view::link::contradicted;

/// All descriptors of the arguments, or of standard input.
pub(crate) struct Given {
    pub(crate) all: Vec<Descriptor>,
    /// The values of the options, otherwise of the texts; with the first descriptor given.
    pub(crate) said: Said,
    /// The words around them that could not be read, or that contradict earlier ones.
    pub(crate) notices: Vec<Notice>,
    /// Descriptors of the other operand in the same texts, each with its own values.
    pub(crate) beside: Vec<(Said, Vec<Descriptor>)>,
}

impl Given {
    /// Reads the arguments. Each text adds to the values specified before it.
    pub(crate) fn of(texts: &[String], reading: &ReadingArgs, options: &SaidArgs) -> Result<Self, Failure> {
        let said = options.over(Said::default());
        swizzle_params::check(&said)?;
        let mut given = Self { all: Vec::new(), said, notices: Vec::new(), beside: Vec::new() };
        match texts {
            [] => given.read(&text_of_standard_input("descriptors")?, reading, options)?,
            texts => {
                for text in texts {
                    given.read(text, reading, options).map_err(|failure| match failure {
                        Failure::Input(why) => Failure::Input(format!("{}: {why}", quoted(text))),
                        other => other,
                    })?;
                }
            }
        }
        given.check_archs()?;
        let place = given.said.place;
        given.said = given.said.with_all_given(&given.all, 0);
        // A specified place is that of the first.
        given.said.place = place;
        Ok(given)
    }

    fn read(&mut self, text: &str, reading: &ReadingArgs, options: &SaidArgs) -> Outcome {
        let context = Shown::from(self.said);
        let (all, pasted) = reading.read(text, options.arch(), &context)?;
        if all.is_empty() {
            return Err(Failure::Input(match &pasted.goes_to {
                Some(Destination::TensorMap(_)) => {
                    "this is a tensor map, not a descriptor: use swizzle tma".into()
                }
                Some(Destination::Instruction(idesc)) => {
                    format!("{idesc} is an instruction descriptor: use swizzle idesc")
                }
                Some(Destination::TensorMemory(_)) => {
                    "this is a place in tensor memory, not a descriptor: use swizzle decode".into()
                }
                Some(Destination::Term(_)) | None => {
                    format!("{} is not a descriptor", quoted(text))
                }
            }));
        }
        let mut said = pasted.shown.said.without_given();
        // Each descriptor has its own.
        said.reader.arch = self.said.reader.arch;
        said.reader.lbo_mode = self.said.reader.lbo_mode;
        // The place of one among several is not that of the first.
        if !self.all.is_empty() || all.len() > 1 {
            said.place = SaidPlace::default();
        }
        self.notices.extend(pasted.unjudged().cloned());
        self.notices.extend(contradicted(&self.said, &said));
        let mut said = options.over(said);
        if !self.all.is_empty() {
            said.place = self.said.place;
        }
        swizzle_params::check(&said)?;
        self.said = said;
        self.all.extend(all);
        self.beside.extend(beside(text, &pasted, &self.all, options, &context)?);
        Ok(())
    }

    /// Checks that all descriptors are for one architecture, as they are compared with one tile.
    fn check_archs(&self) -> Outcome {
        let first = self.all[0];
        match self.all.iter().find(|one| one.arch() != first.arch()) {
            Some(other) => Err(Failure::Input(format!(
                "{first} is for {}, but {other} is for {}: check them separately, or pass --arch",
                first.arch().name(),
                other.arch().name()
            ))),
            None => Ok(()),
        }
    }
}

/// The descriptors of the other operand in a text beside its own, with the values of each.
pub(crate) fn beside(
    text: &str,
    pasted: &Pasted,
    own: &[Descriptor],
    options: &SaidArgs,
    context: &Shown,
) -> Result<Vec<(Said, Vec<Descriptor>)>, Failure> {
    let shown = pasted.shown.said.reader.operand;
    let mut beside = Vec::new();
    let others = pasted.others.iter().map(|(_, choice)| choice);
    for choice in others.filter(|choice| choice.operand.is_some() && choice.operand != shown) {
        let (all, other) =
            given_from_text(text, choice, context).map_err(|error| Failure::Input(error.to_string()))?;
        // A line that names one operand's registers gives the descriptor of the other alone.
        if all.is_empty() || own.ends_with(&all) {
            continue;
        }
        let mut said = options.over(other.shown.said.without_given());
        said.tile.start_bytes = other.shown.said.tile.start_bytes;
        said.reader.operand = choice.operand;
        swizzle_params::check(&said)?;
        beside.push((said.with_all_given(&all, 0), all));
    }
    Ok(beside)
}
