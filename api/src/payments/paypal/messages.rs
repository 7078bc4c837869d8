//! The messages to and from PayPal's REST API, version 1 (<https://developer.paypal.com/docs/api/payments/v1/>): the
//! part that we look at.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::domain::ProviderId;
use crate::payments::provider::{Approvable, Order, Payment, Progress, Refusal};

#[derive(Deserialize)]
pub(super) struct TokenAnswer {
    pub(super) access_token: String,
    /// Seconds.
    pub(super) expires_in: u64,
}

/// A payment.
#[derive(Deserialize)]
pub(super) struct PaymentAnswer {
    id: String,
    state: String,
    #[serde(default)]
    payer: Payer,
    #[serde(default)]
    transactions: Vec<Transaction>,
    #[serde(default)]
    links: Vec<Link>,
}

#[derive(Default, Deserialize)]
struct Payer {
    payer_info: Option<PayerInfo>,
}

#[derive(Deserialize)]
struct PayerInfo {
    payer_id: Option<String>,
}

#[derive(Deserialize)]
struct Transaction {
    amount: Amount,
    custom: Option<String>,
    #[serde(default)]
    related_resources: Vec<RelatedResource>,
}

#[derive(Deserialize)]
struct Amount {
    total: String,
    currency: String,
}

#[derive(Deserialize)]
struct RelatedResource {
    sale: Option<Sale>,
}

#[derive(Deserialize)]
struct Sale {
    state: String,
}

#[derive(Deserialize)]
struct Link {
    href: String,
    rel: String,
}

/// A refusal; the first two names are those of most calls, the others those of OAuth.
#[derive(Default, Deserialize)]
pub(super) struct ErrorAnswer {
    pub(super) name: Option<String>,
    #[serde(default)]
    details: Vec<ErrorDetail>,
    error: Option<String>,
    /// The identifier that PayPal's support asks for.
    pub(super) debug_id: Option<String>,
}

#[derive(Deserialize)]
struct ErrorDetail {
    field: Option<String>,
}

/// Returns the request to make a payment.
pub(super) fn payment_order(order: &Order) -> Value {
    let (total, currency) = (decimal(order.price_cents), &order.currency);
    json!({
        "intent": "sale",
        "payer": { "payment_method": "paypal" },
        "redirect_urls": { "return_url": order.return_url, "cancel_url": order.cancel_url },
        // Nothing is sent by post; and the buyer's last word is at PayPal, since we execute at once.
        "application_context": { "shipping_preference": "NO_SHIPPING", "user_action": "commit" },
        "transactions": [{
            "amount": { "total": total, "currency": currency },
            "description": order.item,
            "custom": order.reference,
            // No checks that take days, since a skin is worn at once.
            "payment_options": { "allowed_payment_method": "IMMEDIATE_PAY" },
            "item_list": { "items": [
                { "name": order.item, "sku": order.sku, "quantity": "1", "price": total, "currency": currency },
            ] },
        }],
    })
}

impl PaymentAnswer {
    /// The payment, unless its name is none.
    pub(super) fn payment(&self) -> Option<Payment> {
        let transaction = match self.transactions.as_slice() {
            [transaction] => Some(transaction),
            _ => None,
        };
        let payer = self.payer.payer_info.as_ref().and_then(|info| info.payer_id.as_deref());
        Some(Payment {
            id: self.id.parse().ok()?,
            progress: self.progress(),
            price_cents: transaction.and_then(|transaction| cents(&transaction.amount.total)),
            currency: transaction.map(|transaction| transaction.amount.currency.clone()),
            reference: transaction.and_then(|transaction| transaction.custom.clone()),
            payer: payer.and_then(|payer| payer.parse::<ProviderId>().ok()),
        })
    }

    /// The payment, and where the buyer approves it.
    pub(super) fn approvable(&self) -> Option<Approvable> {
        let link = self.links.iter().find(|link| link.rel == "approval_url")?;
        Some(Approvable { payment: self.payment()?, link: link.href.clone() })
    }

    fn progress(&self) -> Progress {
        let sales = self.transactions.iter().flat_map(|transaction| &transaction.related_resources);
        let sale = sales.filter_map(|resource| resource.sale.as_ref()).next().map(|sale| sale.state.as_str());
        match (self.state.as_str(), sale) {
            ("created", _) => Progress::NotExecuted,
            ("approved", Some("completed" | "partially_refunded")) => Progress::Executed,
            ("approved", Some("denied" | "refunded")) | ("failed", _) => Progress::Failed,
            // A payment under review, or one in a state that this program does not know yet.
            _ => Progress::Pending,
        }
    }
}

impl ErrorAnswer {
    /// Returns the name that the error gives itself.
    pub(super) fn what(&self) -> &str {
        self.name.as_deref().or(self.error.as_deref()).unwrap_or("an error without a name")
    }

    /// Returns the refusal that it stands for (<https://developer.paypal.com/api/rest/reference/orders/v1/errors/>).
    pub(super) fn refusal(&self) -> Refusal {
        match self.what() {
            "PAYMENT_ALREADY_DONE" => Refusal::Done,
            "PAYMENT_NOT_APPROVED_FOR_EXECUTION" => Refusal::NotApproved,
            "INVALID_PAYER_ID" => Refusal::OtherPayer,
            "VALIDATION_ERROR" if self.is_about("payer_id") => Refusal::OtherPayer,
            "INSTRUMENT_DECLINED"
            | "CREDIT_CARD_REFUSED"
            | "INSUFFICIENT_FUNDS"
            | "TRANSACTION_REFUSED"
            | "TRANSACTION_REFUSED_BY_PAYPAL_RISK"
            | "PAYER_CANNOT_PAY"
            | "PAYER_ACCOUNT_RESTRICTED"
            | "PAYER_ACCOUNT_LOCKED_OR_CLOSED"
            | "PAYER_EMPTY_BILLING_ADDRESS"
            | "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING"
            | "COMPLIANCE_VIOLATION" => Refusal::Declined,
            "INVALID_RESOURCE_ID"
            | "INVALID_PAYMENT_ID"
            | "PAYMENT_EXPIRED"
            | "PAYMENT_APPROVAL_EXPIRED"
            | "PAYMENT_STATE_INVALID" => Refusal::Gone,
            other => Refusal::Other(other.chars().filter(|c| !c.is_control()).take(80).collect()),
        }
    }

    fn is_about(&self, field: &str) -> bool {
        self.details.iter().any(|detail| detail.field.as_deref().is_some_and(|named| named.ends_with(field)))
    }
}

/// An amount as PayPal writes it: with two decimals and a point.
fn decimal(cents: u32) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// An amount as PayPal writes it, unless it is none.
fn cents(decimal: &str) -> Option<u32> {
    let (whole, part) = decimal.split_once('.')?;
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || part.len() != 2 {
        return None;
    }
    whole.parse::<u32>().ok()?.checked_mul(100)?.checked_add(part.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_they_are_written_and_nothing_else_is_one() {
        for cents_of in [1, 99, 100, 299, 1205, 100_000] {
            assert_eq!(cents(&decimal(cents_of)), Some(cents_of));
        }
        for wrong in ["", "2", "2.9", "2.999", ".99", "2.", "-2.99", "+2.99", "2,99", "2.9 ", "99999999.99", "1e3.00"] {
            assert_eq!(cents(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_a_completed_sale_is_money() {
        let cases = [
            ("created", None, Progress::NotExecuted),
            ("approved", Some("completed"), Progress::Executed),
            ("approved", Some("pending"), Progress::Pending),
            ("approved", Some("denied"), Progress::Failed),
            ("approved", Some("refunded"), Progress::Failed),
            ("approved", None, Progress::Pending),
            ("in_progress", None, Progress::Pending),
            ("failed", None, Progress::Failed),
        ];
        for (state, sale, progress) in cases {
            let related = sale.map(|state| json!({ "sale": { "state": state } }));
            let payment = json!({
                "id": "PAYID-0123456789", "state": state,
                "transactions": [{
                    "amount": { "total": "2.99", "currency": "USD" },
                    "related_resources": related.into_iter().collect::<Vec<_>>(),
                }],
            });
            let payment: PaymentAnswer = serde_json::from_value(payment).expect("it is a payment");
            assert_eq!(payment.payment().map(|payment| payment.progress), Some(progress), "{state} {sale:?}");
        }
    }
}
