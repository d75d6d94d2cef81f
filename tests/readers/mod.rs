//! No input that nobody would write makes a reader panic, lose a word or take long.

mod counted;
#[path = "all.rs"]
mod readers;

macro_rules! feed {
    ($($reader:ident),*) => {$(
        #[test]
        fn $reader() {
            counted::feed(stringify!($reader), &readers::$reader::TARGET);
        }
    )*};
}

readers::each!(feed);
