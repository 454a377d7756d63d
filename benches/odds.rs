//! The algebra of exact odds: figures that a player waits for while a command is typed.

#[path = "measure/allocator.rs"]
mod allocator;

use std::collections::BTreeMap;

use criterion::{Criterion, criterion_group, criterion_main};
use houserule::data::parse_formula;
use houserule::odds::{
    Absorbed, Distribution, Opposed, Pool, TooMuch, Work, absorb, ask, distribution_of, repeat, sorted,
    sum_of_kept,
};

fn pool(count: u32) -> Pool {
    Pool::new(Distribution::die(6), count)
}

fn odds(text: &str) -> Distribution<i64> {
    let formula = parse_formula(text).unwrap_or_else(|m| panic!("{text}: {m}"));
    distribution_of(&formula).unwrap_or_else(|t| panic!("{text}: {t}"))
}

fn six_scores() -> Distribution<Vec<i64>> {
    let work = &mut Work::new();
    let score = sum_of_kept(&pool(4).without(0, 1), work);
    score.and_then(|score| sorted(&score, 6, work)).unwrap_or_else(|t| panic!("{t}"))
}

/// A war to the end; the six kinds of rounds are worked out once.
fn war(units: i64) -> Absorbed<(i64, i64)> {
    let work = &mut Work::new();
    let mut known = BTreeMap::new();
    for kind in (1..=3).flat_map(|a| (1..=2).map(move |d| (a, d))) {
        let odds = ask(&[pool(kind.0), pool(kind.1)], &Opposed, &mut Work::new());
        known.insert(kind, odds.unwrap_or_else(|t| panic!("{t}")).reduced());
    }
    let absorbed = absorb((units, units), work, |&(a, d)| {
        let odds = known.get(&(a.min(3) as u32, d.min(2) as u32));
        Ok::<_, TooMuch>(odds.map(|odds| odds.map(|(won, lost)| (a - lost, d - won))))
    });
    absorbed.unwrap_or_else(|t| panic!("{t}"))
}

fn turns() -> usize {
    let repeated = repeat((0i64, 0i64, false), 6, &mut Work::new(), |&(turn, wounds, gone)| {
        let margin = odds(&format!("d6 + {wounds} - d6 - 2"));
        Ok::<_, TooMuch>(
            (!gone).then(|| margin.map(|m| (turn + 1, wounds + i64::from((0..2).contains(m)), *m >= 2))),
        )
    });
    repeated.map_or(0, |r| r.states.len())
}

fn dice(criterion: &mut Criterion) {
    for text in
        ["4d6kh3", "10d6kh3", "200d6", "40d6>=5", "10d6!", "straight(10d6)", "3d6 + 2 > 2d8", "200d6kh100"]
    {
        criterion.bench_function(&format!("formula: {text}"), |bencher| bencher.iter(|| odds(text)));
    }
}

fn jointly(criterion: &mut Criterion) {
    criterion.bench_function("six ability scores, sorted, jointly", |bencher| bencher.iter(six_scores));
}

fn repeated(criterion: &mut Criterion) {
    criterion.bench_function("Risk, 30 against 30 to the end", |bencher| bencher.iter(|| war(30)));
    criterion.bench_function("an attack a turn, six turns", |bencher| bencher.iter(turns));
    let step = |at: &i64| {
        Ok::<_, TooMuch>(if *at == 0 || *at == 100 {
            None
        } else {
            Some(Distribution::die(2).map(|side| if *side == 1 { at - 1 } else { at + 1 }))
        })
    };
    criterion.bench_function("a walk between two ends, a hundred steps apart", |bencher| {
        bencher.iter(|| absorb(50, &mut Work::new(), step));
    });
}

fn huge(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10);
    group.bench_function("formula: 10000d6", |bencher| bencher.iter(|| odds("10000d6")));
    group.finish();
}

criterion_group! {
    name = algebra;
    config = Criterion::default().sample_size(30).without_plots();
    targets = dice, jointly, repeated, huge
}
criterion_main!(algebra);
