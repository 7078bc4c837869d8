//! Limits on the bodies of calls that are being read or worked on.
//!
//! The token of a call is in its body, so the sender of a slow one is unknown until its end. Only long bodies, which few
//! calls have, are known earlier: their token is looked for at their start.

use byte_budget::{ByteBudget, Exhausted, Hold};
use shared::UserId;

use crate::extract::BodyLimit;

/// The bytes of all bodies at the same time, long ones with a token apart. Small bodies do not count, so that they are
/// read whatever others send.
const IN_ALL: usize = 32 * 1024 * 1024;
/// The largest body that counts as small, in bytes: that of most calls, and less than a connection costs anyway.
pub(crate) const SMALL: usize = 4 * 1024;
/// The bytes of one address, whose users may be a whole school.
const FROM_ADDRESS: usize = 4 * 1024 * 1024;
/// The bytes of all long bodies with a token: 40 of the longest.
const WITH_TOKEN: usize = 16 * 1024 * 1024;
/// The long bodies of one account at the same time: a practice that was saved late, and the next.
const OF_ACCOUNT: usize = 2;
/// The long bodies without a token at their start, of which each address may send one.
const WITHOUT_TOKEN: usize = 4;

pub(crate) struct Bodies {
    in_all: ByteBudget<()>,
    by_address: ByteBudget<String>,
    with_token: ByteBudget<()>,
    /// These two count bodies instead of bytes.
    of_accounts: ByteBudget<UserId>,
    without_token: ByteBudget<String>,
}

/// The space for one body, which is free again when this is dropped.
pub(crate) struct Space {
    _in_all: Hold<()>,
    _of_address: Hold<String>,
    _of_account: Hold<UserId>,
    _without_token: Hold<String>,
}

/// Returns true if a body of this many bytes is long.
pub(crate) fn is_long(bytes: usize) -> bool {
    bytes > BodyLimit::DEFAULT.0
}

impl Bodies {
    pub(crate) fn new() -> Self {
        Self {
            in_all: ByteBudget::new(IN_ALL),
            by_address: ByteBudget::new(usize::MAX).per_key(FROM_ADDRESS),
            with_token: ByteBudget::new(WITH_TOKEN),
            of_accounts: ByteBudget::new(usize::MAX).per_key(OF_ACCOUNT),
            without_token: ByteBudget::new(WITHOUT_TOKEN).per_key(1),
        }
    }

    /// Takes the space for a body of this many bytes from this address; `user` is the owner of the token at the start of a
    /// long one.
    ///
    /// # Errors
    /// [`Exhausted`] if others use up the space.
    pub(crate) fn take(&self, bytes: usize, address: &str, user: Option<UserId>) -> Result<Space, Exhausted> {
        let hold = |budget: &ByteBudget<String>| budget.hold(Some(address.to_owned()));
        let (is_known, is_long) = (user.is_some(), is_long(bytes));
        let mut in_all = if is_known { self.with_token.hold(None) } else { self.in_all.hold(None) };
        let (mut of_address, mut without_token) = (hold(&self.by_address), hold(&self.without_token));
        let mut of_account = self.of_accounts.hold(user);
        of_address.take(bytes)?;
        in_all.take(if bytes > SMALL { bytes } else { 0 })?;
        of_account.take(usize::from(is_known))?;
        without_token.take(usize::from(is_long && !is_known))?;
        Ok(Space { _in_all: in_all, _of_address: of_address, _of_account: of_account, _without_token: without_token })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: usize = BodyLimit::DEFAULT.0;

    /// Takes space until there is none, and returns how many bodies had a place.
    fn fill(bodies: &Bodies, bytes: usize, address: impl Fn(usize) -> String) -> (usize, Vec<Space>) {
        let spaces: Vec<_> = (0..100_000).map_while(|n| bodies.take(bytes, &address(n), None).ok()).collect();
        (spaces.len(), spaces)
    }

    #[test]
    fn one_address_cannot_use_up_the_space_of_others() {
        let bodies = Bodies::new();
        let (n_taken, spaces) = fill(&bodies, BODY, |_| "192.0.2.1".to_owned());
        assert_eq!(n_taken, FROM_ADDRESS / BODY);
        assert!(bodies.take(1, "192.0.2.1", None).is_err());
        assert!(bodies.take(BODY, "192.0.2.2", None).is_ok());
        drop(spaces);
        assert!(bodies.take(BODY, "192.0.2.1", None).is_ok());
    }

    #[test]
    fn all_addresses_together_leave_space_for_small_bodies() {
        let bodies = Bodies::new();
        let (n_taken, _spaces) = fill(&bodies, BODY, |n| n.to_string());
        assert_eq!(n_taken, IN_ALL / BODY);
        assert!(bodies.take(SMALL + 1, "192.0.2.1", None).is_err());
        assert!(bodies.take(SMALL, "192.0.2.1", None).is_ok());
    }

    #[test]
    fn few_long_bodies_without_a_token_are_read_at_once() {
        let bodies = Bodies::new();
        let (n_taken, _spaces) = fill(&bodies, BODY + 1, |n| n.to_string());
        assert_eq!(n_taken, WITHOUT_TOKEN);
        assert!(bodies.take(BODY + 1, "192.0.2.1", None).is_err());
        assert!(bodies.take(BODY, "192.0.2.1", None).is_ok());
    }

    #[test]
    fn long_bodies_without_a_token_take_no_place_of_those_with_one() {
        let bodies = Bodies::new();
        let (_, _long) = fill(&bodies, BODY + 1, |n| n.to_string());
        let (_, _others) = fill(&bodies, BODY, |n| n.to_string());
        let first = bodies.take(BODY + 1, "192.0.2.1", Some(UserId(1)));
        let of_a_classmate = bodies.take(BODY + 1, "192.0.2.1", Some(UserId(2)));
        assert!(first.is_ok() && of_a_classmate.is_ok());
        let second = bodies.take(BODY + 1, "192.0.2.2", Some(UserId(1)));
        assert!(second.is_ok() && bodies.take(BODY + 1, "192.0.2.3", Some(UserId(1))).is_err());
    }
}
