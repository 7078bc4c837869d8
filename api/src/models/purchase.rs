//! Purchases of skins, from the first call to the settled payment.

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
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use uuid::Uuid;

use crate::database::schema::purchases;
use crate::domain::{Price, ProviderId, SkinFile, column_names, key};

/// The providers, as rows name them. A payment at one is unknown to the other.
pub(crate) const PAYPAL: &str = "paypal";
pub(crate) const SIMULATOR: &str = "simulator";

/// The conditions of the partial indexes, as literals: with a parameter, the planner would not use them.
const IS_UNFINISHED: &str = "state IN ('created', 'open', 'executing')";
const IS_BOUGHT: &str = "state IN ('executing', 'paid')";
const IS_UNTOUCHED: &str = "state = 'expired' AND payer_id IS NULL";
const IS_LEFT: &str = "state IN ('executing', 'parked')";
const IS_PARKED: &str = "state = 'parked'";
const IS_TO_REFUND: &str = "state = 'to_refund'";

#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum State {
    /// The provider has not created the payment yet.
    Created,
    /// The buyer can approve the payment.
    Open,
    /// Money may be moving, or may have moved.
    Executing,
    /// Money may have moved at a provider that the site no longer uses.
    Parked,
    /// The buyer was charged, and has the skin.
    Paid,
    /// The buyer paid but cannot get the skin, and must be refunded by hand.
    ToRefund,
    /// The buyer was refunded by hand.
    Refunded,
    /// No money moved, and none will.
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
    pub(crate) provider: String,
    pub(crate) skin: SkinFile,
    pub(crate) price_cents: Price,
    pub(crate) currency: String,
    pub(crate) state: State,
    pub(crate) payment_id: Option<ProviderId>,
    /// The number of times that the provider refused to execute the payment.
    pub(crate) refusals: i32,
    /// The time of the last attempt to execute it.
    pub(crate) executed_at: Option<DateTime<Utc>>,
    /// The number of times that the provider was asked for the outcome.
    pub(crate) looks: i32,
    pub(crate) created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = purchases, check_for_backend(Pg))]
pub(crate) struct NewPurchase {
    pub(crate) provider: &'static str,
    #[diesel(serialize_as = i64)]
    pub(crate) user_id: UserId,
    pub(crate) skin: SkinFile,
    pub(crate) price_cents: Price,
}

impl NewPurchase {
    /// Writes the purchase. This happens before the provider learns of it.
    pub(crate) fn insert(self, conn: &mut PgConnection) -> QueryResult<Purchase> {
        diesel::insert_into(purchases::table).values(self).returning(Purchase::as_returning()).get_result(conn)
    }
}

impl Purchase {
    /// Returns true while the purchase can still be completed.
    pub(crate) fn is_unfinished(&self) -> bool {
        matches!(self.state, State::Created | State::Open | State::Executing | State::Parked)
    }

    /// Returns the reference by which the provider knows the purchase.
    pub(crate) fn reference(&self) -> String {
        self.reference.simple().to_string()
    }

    /// Selects the buyer's purchase with this payment.
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

    /// Returns the buyer. Accounts are locked before their rows, so this is read first.
    pub(crate) fn buyer_of(id: PurchaseId, conn: &mut PgConnection) -> QueryResult<Option<UserId>> {
        let buyer: Option<Option<i64>> =
            purchases::table.find(id.0).select(purchases::user_id).first(conn).optional()?;
        Ok(buyer.flatten().map(UserId))
    }

    /// Selects the purchase with this key, locked until the transaction ends.
    pub(crate) fn lock(id: PurchaseId, conn: &mut PgConnection) -> QueryResult<Self> {
        purchases::table.find(id.0).for_no_key_update().select(Self::as_select()).first(conn)
    }

    /// Returns true if money has moved for this skin and buyer, or may be moving at this provider, in a purchase other
    /// than `but`.
    ///
    /// An unfinished payment at another provider blocks nothing: it is parked until the site uses that provider again.
    /// If its money has moved, it must be refunded then.
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

    /// Returns true if this buyer must not pay for this skin at this provider now, because it is bought, or a payment
    /// is parked until the provider can be asked.
    ///
    /// Several payments can be parked at once. So a parked payment does not keep another one from being settled as
    /// paid.
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

    /// Records the provider's payment, which the buyer can now approve.
    pub(crate) fn open(&self, payment: &ProviderId, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(purchases::table.find(self.id.0).filter(purchases::state.eq(State::Created)))
            .set((purchases::state.eq(State::Open), purchases::payment_id.eq(payment)))
            .execute(conn)
            .map(drop)
    }

    /// Records that money may move from now on. The call that moves it settles the purchase within `lease`; otherwise
    /// the provider is asked. A second purchase of the same skin at the same provider violates `purchases_bought_once`.
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

    /// Records that no money moved, so that the buyer may try again. That may be wrong about an earlier attempt, so the
    /// provider is asked once more at `look_at`.
    pub(crate) fn reopen(&self, look_at: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        let left = purchases::state.eq_any([State::Executing, State::Parked]);
        diesel::update(purchases::table.find(self.id.0).filter(left))
            .set((purchases::state.eq(State::Open), purchases::look_at.eq(look_at)))
            .execute(conn)
            .map(drop)
    }

    /// Counts a refusal by the provider, so that the next attempt is a different request.
    pub(crate) fn count_refusal(&self, conn: &mut PgConnection) -> QueryResult<()> {
        let purchase = purchases::table.find(self.id.0);
        diesel::update(purchase).set(purchases::refusals.eq(purchases::refusals + 1)).execute(conn).map(drop)
    }

    /// Schedules the next request to the provider.
    pub(crate) fn postpone(&self, pause: TimeDelta, conn: &mut PgConnection) -> QueryResult<()> {
        let looked_after = purchases::table.find(self.id.0).filter(purchases::look_at.is_not_null());
        diesel::update(looked_after).set(purchases::look_at.eq((from_now!(pause)).nullable())).execute(conn).map(drop)
    }

    pub(crate) fn next_invoice(conn: &mut PgConnection) -> QueryResult<i64> {
        diesel::select(sql::<BigInt>("nextval('purchases_invoice_seq')")).get_result(conn)
    }

    /// Settles the purchase: with the payer if the buyer was charged, and with an invoice if the buyer has the skin.
    /// Without a charge, it is forgotten who might have paid.
    pub(crate) fn settle(
        &self,
        state: State,
        payer: Option<&str>,
        invoice: Option<i64>,
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        // If money moved without a known attempt, it is taken to have moved now.
        let executed_at = payer.map(|_| self.executed_at.unwrap_or_else(Utc::now));
        let settle = sql_query(
            "UPDATE purchases SET state = $1, look_at = NULL, settled_at = now(), payer_id = $2, executed_at = $3,
                invoice = coalesce($4, invoice) WHERE id = $5",
        );
        let settle = settle.bind::<Text, _>(state).bind::<Nullable<Text>, _>(payer);
        let settle = settle.bind::<Nullable<Timestamptz>, _>(executed_at).bind::<Nullable<BigInt>, _>(invoice);
        settle.bind::<BigInt, _>(self.id.0).execute(conn).map(drop)
    }

    /// Leases the purchase about which the provider is due to be asked first. No other worker asks until `lease` has
    /// passed.
    pub(crate) fn claim(provider: &str, lease: TimeDelta, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        claim!(purchases, purchases::provider.eq(provider), look_at = (from_now!(lease)).nullable(), looks, conn)
    }

    /// Marks every purchase for which money may have moved as due: its process may have ended before the outcome was
    /// known, or the site may have used another provider.
    pub(crate) fn make_unfinished_due(provider: &str, conn: &mut PgConnection) -> QueryResult<usize> {
        let left = purchases::table.filter(purchases::provider.eq(provider)).filter(sql::<Bool>(IS_LEFT));
        diesel::update(left).set(purchases::look_at.eq(diesel::dsl::now)).execute(conn)
    }

    /// Parks the unfinished purchases at PayPal, which the site no longer asks. Returns the number of parked purchases.
    pub(crate) fn park_all(conn: &mut PgConnection) -> QueryResult<i64> {
        diesel::update(purchases::table)
            .filter(purchases::provider.eq(PAYPAL).and(purchases::look_at.is_not_null()))
            .set((purchases::state.eq(State::Parked), purchases::look_at.eq(None::<DateTime<Utc>>)))
            .execute(conn)?;
        purchases::table.filter(sql::<Bool>(IS_PARKED)).select(count_star()).first(conn)
    }

    /// Expires the purchases older than `lifetime` that nobody tried to execute, and all simulated ones: no money moves
    /// in a simulation, and the simulator that knew them may be gone.
    pub(crate) fn expire(lifetime: TimeDelta, conn: &mut PgConnection) -> QueryResult<usize> {
        let old = purchases::table
            .filter(sql::<Bool>(IS_UNFINISHED).and(purchases::created_at.lt(from_now!(-lifetime))))
            .filter(purchases::look_at.is_null().or(purchases::provider.eq(SIMULATOR)));
        diesel::update(old)
            .set((
                purchases::state.eq(State::Expired),
                purchases::payer_id.eq(None::<String>),
                purchases::executed_at.eq(None::<DateTime<Utc>>),
                purchases::look_at.eq(None::<DateTime<Utc>>),
                purchases::settled_at.eq(diesel::dsl::now),
            ))
            .execute(conn)
    }

    /// Deletes the purchases that expired before `age`.
    pub(crate) fn forget_expired(age: TimeDelta, conn: &mut PgConnection) -> QueryResult<usize> {
        let old = purchases::table
            .filter(sql::<Bool>(IS_UNTOUCHED).and(purchases::settled_at.lt((from_now!(-age)).nullable())));
        diesel::delete(old).execute(conn)
    }

    /// Returns the number of purchases whose outcome is unknown, and of those to be refunded by hand.
    pub(crate) fn count(conn: &mut PgConnection) -> QueryResult<(i64, i64)> {
        let waiting = purchases::table.filter(purchases::look_at.is_not_null()).select(count_star()).first(conn)?;
        Ok((waiting, purchases::table.filter(sql::<Bool>(IS_TO_REFUND)).select(count_star()).first(conn)?))
    }
}
