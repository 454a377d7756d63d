//! Work that is done side by side, by as many threads as the program may use processors.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::play::{STACK, processors};

/// What each of these comes to, in their order. A panic in the work is the caller's.
pub(super) fn side_by_side<J: Sync, D: Send>(jobs: &[J], work: impl Fn(&J) -> D + Sync) -> Vec<D> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return done };
            done.push((at, work(job)));
        }
    };
    let mut done = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, take).ok();
        // Where no more threads can begin, those that have do it all.
        let others: Vec<_> = (1..processors().min(jobs.len())).map_while(spawn).collect();
        let mut done = take();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, done)| done).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_jobs_come_to_stands_in_their_order() {
        let jobs: Vec<u64> = (0..200).collect();
        let slow = |job: &u64| {
            std::thread::sleep(std::time::Duration::from_micros(job % 7 * 50));
            job * job
        };
        let squares: Vec<u64> = jobs.iter().map(|job| job * job).collect();
        assert_eq!(side_by_side(&jobs, slow), squares);
        assert!(side_by_side(&jobs[..0], slow).is_empty());
    }
}
