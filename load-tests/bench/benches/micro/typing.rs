//! The replay of a run, which each finish with keystrokes requires.

use std::hint::black_box;

use criterion::Criterion;
use shared::typing::{Key, Typing};

pub(crate) fn measure(criterion: &mut Criterion) {
    // A long text with a corrected error in every word.
    let text = "abcd ".repeat(120);
    let keys: String = format!("abx{}cd ", Key::BACKSPACE).repeat(120);
    criterion.bench_function("typing/replay 600 characters with 120 corrections", |bencher| {
        bencher.iter(|| {
            let mut typing = Typing::new(black_box(&text));
            keys.chars().map(Key::from).for_each(|key| typing.press(key));
            assert!(typing.is_finished());
        });
    });
}
