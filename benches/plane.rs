//! Questions about many models on the plane: that they stay near linear in the number of models.
//!
//! Two armies of blocks face each other on a table that grows with them, front rank against front rank in the
//! middle and further blocks behind. Times are CPU time a model.

#[path = "measure/allocator.rs"]
mod allocator;
mod measure;

use std::hint::black_box;

use houserule::kernel::plane::{
    Facing, Formation, Index, Length, Outline, Placed, Point, Template, line_of_fire,
};
use measure::{cpu, median};

/// Models of a block: eight files, four ranks, bases of 25 mm.
const BLOCK: u32 = 32;

/// Two armies of so many models together, and which army each belongs to.
fn armies(count: u32) -> (Vec<Placed>, Vec<bool>) {
    let side = Length::millimetres(25);
    let base = houserule::kernel::plane::Base::rectangle(side, side).expect("a size");
    let blocks = count.div_ceil(2 * BLOCK);
    // Four lines of blocks behind each other; the wider the army, the longer the table.
    let in_line = blocks.div_ceil(4);
    let (mut models, mut is_blue) = (Vec::new(), Vec::new());
    for block in 0..blocks {
        let (line, place) = (i64::from(block / in_line), i64::from(block % in_line));
        for blue in [false, true] {
            let back = 6 * line * 1000;
            let (y, facing) = if blue { (back, 180) } else { (-back, 0) };
            let x = place * 9000 + if blue { 400 } else { 0 } - i64::from(in_line) * 4500;
            let front = Point::new(Length::thousandths(x), Length::thousandths(y));
            // Those behind stand at angles that no table has.
            let facing = Facing::bearing(facing + 7 * line);
            let left = count - models.len() as u32;
            let block = Formation::new(base, BLOCK.min(left.max(1)), 8, front, facing).expect("a block");
            let keep = (left as usize).min(block.models().len());
            models.extend(block.models().into_iter().take(keep));
            is_blue.extend(std::iter::repeat_n(blue, keep));
        }
    }
    (models, is_blue)
}

/// The median CPU time a model of a question, in microseconds.
fn a_model(count: u32, mut question: impl FnMut() -> usize) -> f64 {
    // The clock of a thread ticks coarsely, so each time is that of many questions.
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            let (began, mut asked) = (cpu(), 0);
            loop {
                black_box(question());
                asked += 1;
                let spent = cpu() - began;
                if spent > 0.1 {
                    return spent / f64::from(asked);
                }
            }
        })
        .collect();
    median(&mut times) * 1e6 / f64::from(count)
}

/// Microseconds a model, for so many models, where they stand and which of them are blue.
type Question<'q> = &'q dyn Fn(u32, &[Placed], &[bool]) -> f64;

fn main() {
    println!("microseconds a model        {:>8} {:>8} {:>8}", 100, 1_000, 10_000);
    let armies = [100, 1_000, 10_000].map(|count| (count, armies(count)));
    let row = |name: &str, question: Question<'_>| {
        let times = armies.iter().map(|(count, (models, is_blue))| question(*count, models, is_blue));
        let shown: Vec<String> = times.map(|time| format!("{time:8.2}")).collect();
        println!("{name:27} {}", shown.join(" "));
    };
    row("the index built", &|count, models, _| a_model(count, || Index::new(models.to_vec()).bases().len()));
    row("all contacts of enemies", &|count, models, is_blue| {
        let index = Index::new(models.to_vec());
        let enemies = |one: usize, other: usize| is_blue[one] != is_blue[other];
        assert!(!index.contacts(enemies).is_empty(), "the front ranks touch");
        a_model(count, || index.contacts(enemies).len())
    });
    row("nearest enemy of each", &|count, models, is_blue| {
        let index = Index::new(models.to_vec());
        a_model(count, || {
            let nearest =
                |one: usize| index.nearest(index.outline(one), |other| is_blue[one] != is_blue[other]);
            (0..models.len()).filter_map(nearest).count()
        })
    });
    row("a line of fire of 24\" each", &|count, models, _| {
        let index = Index::new(models.to_vec());
        a_model(count, || {
            let fire = |model: &Placed| {
                let (from, way) = (model.centre(), model.facing());
                line_of_fire(from, from.towards(way, Length::inches(24)), Length::INCH, &index).len()
            };
            models.iter().map(fire).sum()
        })
    });
    row("a template of 2\" on each", &|count, models, _| {
        let index = Index::new(models.to_vec());
        let template = Template::Circle { radius: Length::inches(2) };
        a_model(count, || models.iter().map(|m| template.under(m.centre(), Facing::UP, &index).len()).sum())
    });
    // What it is compared with: asking every pair, where that can be waited for.
    let (count, (models, is_blue)) = &armies[1];
    let outlines: Vec<Outline> = models.iter().map(Placed::outline).collect();
    let every = a_model(*count, || {
        let touches = |one: usize, other: usize| {
            is_blue[one] != is_blue[other] && outlines[one].is_within(Length::LEAST, &outlines[other])
        };
        (0..models.len()).map(|one| (0..one).filter(|other| touches(one, *other)).count()).sum()
    });
    println!("contacts, every pair asked           {every:8.2}");
}
