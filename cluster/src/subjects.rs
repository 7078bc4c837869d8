//! The subjects, streams and queue groups of one site, by its prefix.

use shared::messages::RecordResult;

use crate::request::Request;
use crate::settings::Prefix;

/// The names under which one site's processes meet.
#[derive(Debug, Clone)]
pub(crate) struct Subjects {
    prefix: Prefix,
}

impl Subjects {
    pub(crate) fn new(prefix: Prefix) -> Self {
        Self { prefix }
    }

    /// The subject of requests of one kind.
    pub(crate) fn of_request<M: Request>(&self) -> String {
        format!("{}.{}", self.prefix, M::NAME)
    }

    /// The subject of one result: the same whenever it is sent again, so that the queue holds it once.
    pub(crate) fn of_result(&self, result: &RecordResult) -> String {
        format!("{}.results.{}.{}", self.prefix, result.race, result.result.user_id)
    }

    /// The subjects of all results.
    pub(crate) fn of_results(&self) -> String {
        format!("{}.results.>", self.prefix)
    }

    /// The name of the stream that keeps results.
    pub(crate) fn results_stream(&self) -> String {
        format!("{}-results", self.prefix.as_str())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use shared::messages::{DrawText, OpenRoom, TakeSeat};

    use super::*;
    use crate::results::testing;

    #[test]
    fn every_subject_begins_with_the_prefix() {
        let subjects = Subjects::new("site-2".parse().unwrap());
        assert_eq!(subjects.of_request::<OpenRoom>(), "site-2.open_room");
        assert_eq!(subjects.of_request::<TakeSeat>(), "site-2.take_seat");
        assert_eq!(subjects.of_request::<DrawText>(), "site-2.draw_text");
        let result = "site-2.results.00000000-0000-0000-0000-000000000000.7";
        assert_eq!(subjects.of_result(&testing::result()), result);
    }
}
