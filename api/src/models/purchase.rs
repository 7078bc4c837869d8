//! Purchases of skins, from the wish to the money.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::dsl::{count_star, exists, sql};
use diesel::expression::AsExpression;
use diesel::pg::Pg;
use diesel::pg::expression::extensions::IntervalDsl as _;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, IntoSql as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{PgConnection, QueryResult};
use shared::UserId;
use uuid::Uuid;

use crate::database::schema::purchases;
use crate::domain::{ProviderId, SkinFile, column_names, key};

/// Providers as rows name them. What one knows is nothing to the other.
pub(crate) const PAYPAL: &str = "paypal";
pub(crate) const SIMULATOR: &str = "simulator";

/// The conditions of the partial indexes, in their words: a parameter would hide them from the planner.
const IS_UNFINISHED: &str = "state IN ('created', 'open', 'executing')";
const IS_BOUGHT: &str = "state IN ('executing', 'paid')";
const IS_UNTOUCHED: &str = "state = 'expired' AND payer_id IS NULL";
const IS_LEFT: &str = "state IN ('executing', 'parked')";
const IS_PARKED: &str = "state = 'parked'";
const IS_TO_REFUND: &str = "state = 'to_refund'";

#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum State {
    /// The provider is asked for a payment.
    Created,
    /// The buyer may approve the payment.
    Open,
    /// Money may move, or have moved.
    Executing,
    /// Money may have moved at a provider that the site does not use any more.
    Parked,
    /// The money is ours, and the skin is the buyer's.
    Paid,
    /// The money is ours, for nothing: somebody has to give it back.
    ToRefund,
    /// Somebody gave it back.
    Refunded,
    /// The provider says that there never will be money.
    Failed,
    /// The buyer did not approve the payment in time.
    Expired,
}

column_names!(State {
    Created = "created",
    Open = "open",
    Executing = "executing",
    Parked = "parked",
    Paid = "paid",
    ToRefund = "to_refund",
    Refunded = "refunded",
    Failed = "failed",
    Expired = "expired",
});

key!(pub(crate) PurchaseId);

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = purchases, check_for_backend(Pg))]
pub(crate) struct Purchase {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: PurchaseId,
    reference: Uuid,
    /// The provider that it is paid at.
    pub(crate) provider: String,
    pub(crate) skin: SkinFile,
    pub(crate) price_cents: i32,
    pub(crate) currency: String,
    pub(crate) state: State,
    /// The provider's name for the payment.
    pub(crate) payment_id: Option<ProviderId>,
    /// The number of times that the provider said no.
    pub(crate) refusals: i32,
    /// The time at which the last try to execute it began.
    pub(crate) executed_at: Option<DateTime<Utc>>,
    /// The number of times that the provider was asked for the outcome.
    pub(crate) looks: i32,
    pub(crate) created_at: DateTime<Utc>,
}

/// A wish to buy.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = purchases, check_for_backend(Pg))]
pub(crate) struct NewPurchase {
    pub(crate) provider: &'static str,
    #[diesel(serialize_as = i64)]
    pub(crate) user_id: UserId,
    pub(crate) skin: SkinFile,
    pub(crate) price_cents: i32,
}

impl NewPurchase {
    /// Writes the wish down, before anybody else hears of it.
    pub(crate) fn insert(self, conn: &mut PgConnection) -> QueryResult<Purchase> {
        diesel::insert_into(purchases::table).values(self).returning(Purchase::as_returning()).get_result(conn)
    }
}

impl Purchase {
    /// True while it can still become the buyer's.
    pub(crate) fn is_unfinished(&self) -> bool {
        matches!(self.state, State::Created | State::Open | State::Executing | State::Parked)
    }

    /// The reference by which the provider knows it.
    pub(crate) fn reference(&self) -> String {
        self.reference.simple().to_string()
    }

    /// The purchase of this buyer that the provider knows by this payment.
    pub(crate) fn find_by_payment(
        provider: &str,
        payment: &ProviderId,
        buyer: UserId,
        conn: &mut PgConnection,
    ) -> QueryResult<Option<Self>> {
        purchases::table
            .filter(purchases::provider.eq(provider).and(purchases::payment_id.eq(payment)))
            .filter(purchases::user_id.eq(buyer.0))
            .select(Self::as_select())
            .first(conn)
            .optional()
    }

    /// Returns the buyer. Accounts are locked before the rows that belong to them, so this is read first.
    pub(crate) fn buyer_of(id: PurchaseId, conn: &mut PgConnection) -> QueryResult<Option<UserId>> {
        let buyer: Option<Option<i64>> =
            purchases::table.find(id.0).select(purchases::user_id).first(conn).optional()?;
        Ok(buyer.flatten().map(UserId))
    }

    /// The purchase with this key, locked until the transaction ends.
    pub(crate) fn lock(id: PurchaseId, conn: &mut PgConnection) -> QueryResult<Self> {
        purchases::table.find(id.0).for_no_key_update().select(Self::as_select()).first(conn)
    }

    /// True if money has moved for this skin and this buyer, or moves at this provider, in another purchase than the
    /// one with the key `but`.
    ///
    /// A payment left half-way at another provider holds nobody up: it is parked until the site uses that one again.
    /// Should its money have moved, it is given back then.
    pub(crate) fn is_bought(
        provider: &str,
        user: UserId,
        skin: &SkinFile,
        but: Option<PurchaseId>,
        conn: &mut PgConnection,
    ) -> QueryResult<bool> {
        let bought = purchases::table
            .filter(purchases::user_id.eq(user.0).and(purchases::skin.eq(skin)))
            .filter(sql::<Bool>(IS_BOUGHT).and(purchases::id.ne(but.map_or(0, |but| but.0))))
            .filter(purchases::state.eq(State::Paid).or(purchases::provider.eq(provider)));
        diesel::select(exists(bought)).get_result(conn)
    }

    /// Returns whether this buyer must not pay for this skin at this provider now: it is bought, or parked there until
    /// the provider is asked.
    ///
    /// Several can be parked at once, so what is parked does not keep another one's money from being taken as payment.
    pub(crate) fn is_under_way(
        provider: &str,
        user: UserId,
        skin: &SkinFile,
        but: Option<PurchaseId>,
        conn: &mut PgConnection,
    ) -> QueryResult<bool> {
        let parked = purchases::table
            .filter(purchases::user_id.eq(user.0).and(purchases::skin.eq(skin)).and(purchases::provider.eq(provider)))
            .filter(sql::<Bool>(IS_PARKED).and(purchases::id.ne(but.map_or(0, |but| but.0))));
        Ok(Self::is_bought(provider, user, skin, but, conn)? || diesel::select(exists(parked)).get_result(conn)?)
    }

    /// The provider has a payment for it, which the buyer may approve.
    pub(crate) fn open(&self, payment: &ProviderId, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(purchases::table.find(self.id.0).filter(purchases::state.eq(State::Created)))
            .set((purchases::state.eq(State::Open), purchases::payment_id.eq(payment)))
            .execute(conn)
            .map(drop)
    }

    /// From now on money may move. The call that does that settles it within `lease`, or the provider is asked. A
    /// second purchase of the same at the same provider violates `purchases_bought_once`.
    pub(crate) fn begin_execution(
        &self,
        payer: &ProviderId,
        lease: TimeDelta,
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        diesel::update(purchases::table.find(self.id.0))
            .set((
                purchases::state.eq(State::Executing),
                purchases::payer_id.eq(payer),
                purchases::executed_at.eq(diesel::dsl::now),
                purchases::look_at.eq((from_now!(lease)).nullable()),
                purchases::looks.eq(0),
            ))
            .execute(conn)
            .map(drop)
    }

    /// No money moved, and the buyer may try again. What says so may be wrong about a try before, so the provider is
    /// asked once more at `look_at`.
    pub(crate) fn reopen(&self, look_at: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        let left = purchases::state.eq_any([State::Executing, State::Parked]);
        diesel::update(purchases::table.find(self.id.0).filter(left))
            .set((purchases::state.eq(State::Open), purchases::look_at.eq(look_at)))
            .execute(conn)
            .map(drop)
    }

    /// The provider said no, so that the next try is another request.
    pub(crate) fn count_refusal(&self, conn: &mut PgConnection) -> QueryResult<()> {
        let purchase = purchases::table.find(self.id.0);
        diesel::update(purchase).set(purchases::refusals.eq(purchases::refusals + 1)).execute(conn).map(drop)
    }

    /// The provider is asked again after a pause.
    pub(crate) fn put_off(&self, pause: TimeDelta, conn: &mut PgConnection) -> QueryResult<()> {
        let looked_after = purchases::table.find(self.id.0).filter(purchases::look_at.is_not_null());
        diesel::update(looked_after).set(purchases::look_at.eq((from_now!(pause)).nullable())).execute(conn).map(drop)
    }

    pub(crate) fn next_invoice(conn: &mut PgConnection) -> QueryResult<i64> {
        diesel::select(sql::<BigInt>("nextval('purchases_invoice_seq')")).get_result(conn)
    }

    /// Ends it in this state: with the payer where the money is ours, and the invoice where the skin is the buyer's.
    pub(crate) fn settle(
        &self,
        state: State,
        payer: Option<&str>,
        invoice: Option<i64>,
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        // Money that moved without a try that we know of moved at this moment, as far as we know.
        let executed_at = self.executed_at.unwrap_or_else(Utc::now);
        diesel::update(purchases::table.find(self.id.0))
            .set((
                purchases::state.eq(state),
                purchases::look_at.eq(None::<DateTime<Utc>>),
                purchases::settled_at.eq(diesel::dsl::now),
                payer.map(|payer| (purchases::payer_id.eq(payer), purchases::executed_at.eq(executed_at))),
                invoice.map(|invoice| purchases::invoice.eq(invoice)),
            ))
            .execute(conn)
            .map(drop)
    }

    /// Takes the purchase that the provider is to be asked about first, so that nobody else asks before `lease` is
    /// over.
    pub(crate) fn claim_look(provider: &str, lease: TimeDelta, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let next = purchases::table
            .filter(purchases::provider.eq(provider).and(purchases::look_at.le(diesel::dsl::now)))
            .order(purchases::look_at)
            .limit(1)
            .for_update()
            .skip_locked()
            .select(purchases::id);
        conn.build_transaction().run(|conn| {
            let Some(id) = next.first::<i64>(conn).optional()? else { return Ok(None) };
            diesel::update(purchases::table.find(id))
                .set((purchases::look_at.eq((from_now!(lease)).nullable()), purchases::looks.eq(purchases::looks + 1)))
                .returning(Self::as_returning())
                .get_result(conn)
                .map(Some)
        })
    }

    /// The provider is to be asked about every purchase for which money may have moved: a process may have ended before
    /// it heard, or the site may have used another provider.
    pub(crate) fn look_at_all_left(provider: &str, conn: &mut PgConnection) -> QueryResult<usize> {
        let left = purchases::table.filter(purchases::provider.eq(provider)).filter(sql::<Bool>(IS_LEFT));
        diesel::update(left).set(purchases::look_at.eq(diesel::dsl::now)).execute(conn)
    }

    /// Parks what PayPal is to be asked about, because the site asks it no more. Answers how many are parked.
    pub(crate) fn park_all(conn: &mut PgConnection) -> QueryResult<i64> {
        diesel::update(purchases::table)
            .filter(purchases::provider.eq(PAYPAL).and(purchases::look_at.is_not_null()))
            .set((purchases::state.eq(State::Parked), purchases::look_at.eq(None::<DateTime<Utc>>)))
            .execute(conn)?;
        purchases::table.filter(sql::<Bool>(IS_PARKED)).select(count_star()).first(conn)
    }

    /// Lets purchases older than `lifetime` expire that nobody tried to execute, or that are simulated: in a simulation
    /// no money moved whatever was tried, and the simulator that knew of them may be gone.
    pub(crate) fn expire(lifetime: TimeDelta, conn: &mut PgConnection) -> QueryResult<usize> {
        let old = purchases::table
            .filter(sql::<Bool>(IS_UNFINISHED).and(purchases::created_at.lt(from_now!(-lifetime))))
            .filter(purchases::look_at.is_null().or(purchases::provider.eq(SIMULATOR)));
        diesel::update(old)
            .set((
                purchases::state.eq(State::Expired),
                purchases::look_at.eq(None::<DateTime<Utc>>),
                purchases::settled_at.eq(diesel::dsl::now),
            ))
            .execute(conn)
    }

    /// Forgets what expired before `age` and no money was ever near.
    pub(crate) fn forget_expired(age: TimeDelta, conn: &mut PgConnection) -> QueryResult<usize> {
        let old = purchases::table
            .filter(sql::<Bool>(IS_UNTOUCHED).and(purchases::settled_at.lt((from_now!(-age)).nullable())));
        diesel::delete(old).execute(conn)
    }

    /// Returns the number of purchases that wait for the provider's word, and of those whose money somebody has to give
    /// back.
    pub(crate) fn count(conn: &mut PgConnection) -> QueryResult<(i64, i64)> {
        let waiting = purchases::table.filter(purchases::look_at.is_not_null()).select(count_star()).first(conn)?;
        Ok((waiting, purchases::table.filter(sql::<Bool>(IS_TO_REFUND)).select(count_star()).first(conn)?))
    }
}
