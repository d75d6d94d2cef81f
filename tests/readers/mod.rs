//! Even inputs that no one would write do not make a reader panic, lose a word or take long.

#[path = "all.rs"]
mod all;
mod counted;

macro_rules! feed {
    ($($reader:ident),*) => {$(
        #[test]
        fn $reader() {
            counted::feed(stringify!($reader), &all::$reader::TARGET);
        }
    )*};
}

all::each!(feed);
