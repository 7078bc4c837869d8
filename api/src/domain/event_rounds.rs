//! The rounds of an event, as its host asks for them.

use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer};
use shared::TextId;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{Author, ErrorCode, Invalid, ObjectBuilder, OwnText, RoundKind, TextLength, Value, value};

/// The number of rounds of an event, as the table `event_rounds` requires it.
const ROUNDS: RangeInclusive<usize> = 1..=20;
/// The number of words of a round with frequent words.
const WORDS: RangeInclusive<i64> = 10..=100;

/// The rounds that a host asks for, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EventRounds(pub(crate) Vec<RoundWish>);

/// The text that a host asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RoundWish {
    /// A text of the site of this length.
    Site(TextLength),
    /// This text of the site.
    Chosen(TextId),
    /// This number of frequent words.
    Words(i32),
    /// The host's own text.
    Own { text: OwnText, author: Option<Author> },
}

/// One round.
#[derive(Deserialize, ToSchema)]
struct RoundForm {
    #[schema(inline)]
    kind: RoundKind,
    /// Of `site`: the length.
    #[schema(inline)]
    size: Option<TextLength>,
    /// Of `chosen`: the `id` of the text.
    id: Option<i64>,
    /// Of `words`: the number of words.
    #[schema(minimum = 10, maximum = 100)]
    words: Option<i64>,
    /// Of `own`: the text.
    #[schema(inline)]
    text: Option<OwnText>,
    /// Of `own`: its author. It is shown without one if it is missing.
    #[schema(inline)]
    author: Option<Author>,
}

impl RoundForm {
    fn parse(self) -> Result<RoundWish, Invalid> {
        let missing = || Invalid::new(ErrorCode::WrongType, "must have what its kind needs");
        Ok(match self.kind {
            RoundKind::Site => RoundWish::Site(self.size.ok_or_else(missing)?),
            RoundKind::Chosen => RoundWish::Chosen(TextId(self.id.ok_or_else(missing)?)),
            RoundKind::Words => {
                let words = self.words.ok_or_else(missing)?;
                let (least, most) = (WORDS.start(), WORDS.end());
                if !WORDS.contains(&words) {
                    let sentence = format!("must have {least} to {most} words");
                    return Err(Invalid::new(ErrorCode::OutOfRange, sentence).with([least, most]));
                }
                RoundWish::Words(words as i32)
            }
            RoundKind::Own => RoundWish::Own { text: self.text.ok_or_else(missing)?, author: self.author },
        })
    }
}

impl<'de> Deserialize<'de> for EventRounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let forms = Vec::<RoundForm>::deserialize(deserializer)?;
        let rounds = if ROUNDS.contains(&forms.len()) {
            forms.into_iter().map(RoundForm::parse).collect()
        } else {
            let (least, most) = (ROUNDS.start(), ROUNDS.end());
            let sentence = format!("must be {least} to {most} rounds");
            Err(Invalid::new(ErrorCode::OutOfRange, sentence).with([least, most]))
        };
        rounds.map(Self).map_err(Invalid::into_serde)
    }
}

impl PartialSchema for EventRounds {
    fn schema() -> RefOr<Schema> {
        let (least, most) = ROUNDS.into_inner();
        ArrayBuilder::new().items(RoundForm::schema()).min_items(Some(least)).max_items(Some(most)).into()
    }
}

impl ToSchema for EventRounds {}

/// The number of a round, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RoundNumber(pub(crate) i32);

value!(RoundNumber);

impl Value for RoundNumber {
    type Json = i64;

    fn parse(number: i64) -> Result<Self, Invalid> {
        let (least, most) = (ROUNDS.start(), ROUNDS.end());
        let is_one = usize::try_from(number).is_ok_and(|number| ROUNDS.contains(&number));
        if is_one {
            Ok(Self(number as i32))
        } else {
            let sentence = format!("must be {least} to {most}");
            Err(Invalid::new(ErrorCode::OutOfRange, sentence).with([least, most]))
        }
    }

    fn schema() -> ObjectBuilder {
        let (least, most) = ROUNDS.into_inner();
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most));
        number.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
    }
}
