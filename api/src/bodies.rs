//! Limits on the bodies of calls that are being read or worked on, since the token of a call is in its body: whoever
//! sends one slowly is unknown until its end.

use byte_budget::{ByteBudget, Exhausted, Hold};

use crate::extract::BodyLimit;

/// The bytes of all bodies at the same time. Small bodies do not count, so that they are read whatever others send.
const IN_ALL: usize = 32 * 1024 * 1024;
/// The largest body that counts as small, in bytes: that of most calls, and less than a connection costs anyway.
const SMALL: usize = 4 * 1024;
/// The bytes of one address, whose users may be a whole school.
const FROM_ADDRESS: usize = 4 * 1024 * 1024;
/// The number of bodies that are larger than [`BodyLimit::DEFAULT`], of which each address may send one.
const LARGE: usize = 4;

pub(crate) struct Bodies {
    in_all: ByteBudget<()>,
    by_address: ByteBudget<String>,
    /// Counts bodies instead of bytes.
    large: ByteBudget<String>,
}

/// The space for one body, which is free again when this is dropped.
pub(crate) struct Space {
    _in_all: Hold<()>,
    _of_address: Hold<String>,
    _large: Hold<String>,
}

impl Bodies {
    pub(crate) fn new() -> Self {
        Self {
            in_all: ByteBudget::new(IN_ALL),
            by_address: ByteBudget::new(usize::MAX).per_key(FROM_ADDRESS),
            large: ByteBudget::new(LARGE).per_key(1),
        }
    }

    /// Takes the space for a body of this many bytes from this address.
    ///
    /// # Errors
    /// [`Exhausted`] if others use up the space.
    pub(crate) fn take(&self, bytes: usize, address: &str) -> Result<Space, Exhausted> {
        let hold = |budget: &ByteBudget<String>| budget.hold(Some(address.to_owned()));
        let (mut in_all, mut of_address, mut large) =
            (self.in_all.hold(None), hold(&self.by_address), hold(&self.large));
        of_address.take(bytes)?;
        in_all.take(if bytes > SMALL { bytes } else { 0 })?;
        large.take(usize::from(bytes > BodyLimit::DEFAULT.0))?;
        Ok(Space { _in_all: in_all, _of_address: of_address, _large: large })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: usize = BodyLimit::DEFAULT.0;

    /// Takes space until there is none, and returns how many bodies had a place.
    fn fill(bodies: &Bodies, bytes: usize, address: impl Fn(usize) -> String) -> (usize, Vec<Space>) {
        let spaces: Vec<_> = (0..100_000).map_while(|n| bodies.take(bytes, &address(n)).ok()).collect();
        (spaces.len(), spaces)
    }

    #[test]
    fn one_address_cannot_use_up_the_space_of_others() {
        let bodies = Bodies::new();
        let (n_taken, spaces) = fill(&bodies, BODY, |_| "192.0.2.1".to_owned());
        assert_eq!(n_taken, FROM_ADDRESS / BODY);
        assert!(bodies.take(1, "192.0.2.1").is_err());
        assert!(bodies.take(BODY, "192.0.2.2").is_ok());
        drop(spaces);
        assert!(bodies.take(BODY, "192.0.2.1").is_ok());
    }

    #[test]
    fn all_addresses_together_leave_space_for_small_bodies() {
        let bodies = Bodies::new();
        let (n_taken, _spaces) = fill(&bodies, BODY, |n| n.to_string());
        assert_eq!(n_taken, IN_ALL / BODY);
        assert!(bodies.take(SMALL + 1, "192.0.2.1").is_err());
        assert!(bodies.take(SMALL, "192.0.2.1").is_ok());
    }

    #[test]
    fn few_large_bodies_are_read_at_once() {
        let bodies = Bodies::new();
        let (n_taken, _spaces) = fill(&bodies, BODY + 1, |n| n.to_string());
        assert_eq!(n_taken, LARGE);
        assert!(bodies.take(BODY + 1, "192.0.2.1").is_err());
        assert!(bodies.take(BODY, "192.0.2.1").is_ok());
    }
}
