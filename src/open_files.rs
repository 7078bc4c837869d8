//! The number of files, connections among them, that this process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit as far as this process may, since shells usually set it to 1,024, and returns it. `None` if there is
/// no limit.
pub(crate) fn raise_limit() -> Option<u64> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return current;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => maximum,
        Err(error) => {
            tracing::warn!(%error, limit = current, "the limit of open files cannot be raised");
            current
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_raised_as_far_as_it_may_be() {
        let most = getrlimit(Resource::Nofile).maximum;
        assert_eq!(raise_limit(), most);
        assert_eq!(getrlimit(Resource::Nofile).current, most);
    }
}
