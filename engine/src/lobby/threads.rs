//! The threads over which rooms are spread.

use actix::{Actor, Addr, Arbiter, ArbiterHandle, Context};

/// Threads that run actors, each in turn. They end with the actix system.
pub(super) struct Threads {
    arbiters: Vec<ArbiterHandle>,
    next: usize,
}

impl Threads {
    /// So many threads; with none, actors run on the thread that starts them.
    pub(super) fn new(threads: usize) -> Self {
        Self { arbiters: (0..threads).map(|_| Arbiter::new().handle()).collect(), next: 0 }
    }

    /// Makes an actor on the next thread and starts it.
    pub(super) fn start<A>(&mut self, make: impl FnOnce() -> A + Send + 'static) -> Addr<A>
    where
        A: Actor<Context = Context<A>>,
    {
        if self.arbiters.is_empty() {
            return make().start();
        }
        self.next = (self.next + 1) % self.arbiters.len();
        A::start_in_arbiter(&self.arbiters[self.next], move |_| make())
    }
}
