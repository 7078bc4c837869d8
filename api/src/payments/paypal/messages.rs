//! The messages of PayPal's REST API, version 1 (<https://developer.paypal.com/docs/api/payments/v1/>), as far as they
//! are used here.

use serde_json::{Value, json};

use crate::payments::CURRENCY;
use crate::payments::provider::{Approvable, Order, Payment, PaymentError, Progress};

pub(super) fn payment_order(order: &Order) -> Value {
    let (total, currency) = (decimal(order.price_cents), CURRENCY);
    json!({
        "intent": "sale",
        "payer": { "payment_method": "paypal" },
        "redirect_urls": { "return_url": order.return_url, "cancel_url": order.cancel_url },
        // Nothing is shipped, and the buyer confirms at PayPal, since the payment is executed at once.
        "application_context": { "shipping_preference": "NO_SHIPPING", "user_action": "commit" },
        "transactions": [{
            "amount": { "total": total, "currency": currency },
            "description": order.item,
            "custom": order.reference,
            // No payment methods that take days to clear, since the skin is granted at once.
            "payment_options": { "allowed_payment_method": "IMMEDIATE_PAY" },
            "item_list": { "items": [
                { "name": order.item, "sku": order.sku, "quantity": "1", "price": total, "currency": currency },
            ] },
        }],
    })
}

pub(super) fn payment(answer: &Value) -> Option<Payment> {
    let transaction = match array(&answer["transactions"]) {
        [transaction] => transaction,
        _ => &Value::Null,
    };
    let (total, currency) = (transaction["amount"]["total"].as_str(), transaction["amount"]["currency"].as_str());
    // A transaction always has an amount.
    if !transaction.is_null() && (total.is_none() || currency.is_none()) {
        return None;
    }
    Some(Payment {
        id: answer["id"].as_str()?.parse().ok()?,
        progress: progress(answer)?,
        price_cents: total.and_then(cents),
        currency: currency.map(str::to_owned),
        reference: transaction["custom"].as_str().map(str::to_owned),
        payer: answer["payer"]["payer_info"]["payer_id"].as_str().and_then(|payer| payer.parse().ok()),
    })
}

/// Returns the payment and the link at which the buyer approves it.
pub(super) fn approvable(answer: &Value) -> Option<Approvable> {
    let link = array(&answer["links"]).iter().find(|link| link["rel"] == "approval_url")?;
    Some(Approvable { payment: payment(answer)?, link: link["href"].as_str()?.to_owned() })
}

fn progress(answer: &Value) -> Option<Progress> {
    let resources =
        array(&answer["transactions"]).iter().flat_map(|transaction| array(&transaction["related_resources"]));
    let sale = resources.filter_map(|resource| resource["sale"]["state"].as_str()).next();
    Some(match (answer["state"].as_str()?, sale) {
        ("created", _) => Progress::NotExecuted,
        ("approved", Some("completed" | "partially_refunded")) => Progress::Executed,
        ("approved", Some("denied" | "refunded")) | ("failed", _) => Progress::Failed,
        // A payment under review, or in a state that is unknown to this version.
        _ => Progress::Pending,
    })
}

/// Returns the name of an error: `error` in OAuth, `name` elsewhere.
pub(super) fn name(refusal: &Value) -> &str {
    refusal["name"].as_str().or(refusal["error"].as_str()).unwrap_or("an error without a name")
}

/// Returns the reason for a refusal (<https://developer.paypal.com/api/rest/reference/orders/v1/errors/>).
pub(super) fn reason(refusal: &Value) -> PaymentError {
    let is_payer = |detail: &Value| detail["field"].as_str().is_some_and(|field| field.ends_with("payer_id"));
    match name(refusal) {
        "PAYMENT_ALREADY_DONE" => PaymentError::Done,
        "PAYMENT_NOT_APPROVED_FOR_EXECUTION" => PaymentError::NotApproved,
        "INVALID_PAYER_ID" => PaymentError::OtherPayer,
        "VALIDATION_ERROR" if array(&refusal["details"]).iter().any(is_payer) => PaymentError::OtherPayer,
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
        | "COMPLIANCE_VIOLATION" => PaymentError::Declined,
        "INVALID_RESOURCE_ID"
        | "INVALID_PAYMENT_ID"
        | "PAYMENT_EXPIRED"
        | "PAYMENT_APPROVAL_EXPIRED"
        | "PAYMENT_STATE_INVALID" => PaymentError::Gone,
        other => PaymentError::Other(other.chars().filter(|c| !c.is_control()).take(80).collect()),
    }
}

/// Returns the elements of a list; none if the value is not a list.
fn array(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Formats an amount as PayPal does: with a point and two decimals.
fn decimal(cents: u32) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Parses an amount in PayPal's format.
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
    fn an_order_is_for_one_immediate_payment_without_shipping() {
        let order = Order {
            reference: "CO-17".to_owned(),
            request: "create-17".to_owned(),
            item: "Ember (skin)".to_owned(),
            sku: "ember".to_owned(),
            price_cents: 299,
            return_url: "https://colibri.example/paid".to_owned(),
            cancel_url: "https://colibri.example/cancelled".to_owned(),
        };
        let expected = json!({
            "intent": "sale",
            "payer": { "payment_method": "paypal" },
            "redirect_urls": {
                "return_url": "https://colibri.example/paid",
                "cancel_url": "https://colibri.example/cancelled",
            },
            "application_context": { "shipping_preference": "NO_SHIPPING", "user_action": "commit" },
            "transactions": [{
                "amount": { "total": "2.99", "currency": "USD" },
                "description": "Ember (skin)",
                "custom": "CO-17",
                "payment_options": { "allowed_payment_method": "IMMEDIATE_PAY" },
                "item_list": { "items": [
                    { "name": "Ember (skin)", "sku": "ember", "quantity": "1", "price": "2.99", "currency": "USD" },
                ] },
            }],
        });
        assert_eq!(payment_order(&order), expected);
    }

    #[test]
    fn the_reason_for_a_refusal_comes_from_its_name_and_details() {
        let cases = [
            (
                "VALIDATION_ERROR",
                json!([{ "field": "payment_id" }, { "field": "execute.payer_id" }]),
                PaymentError::OtherPayer,
            ),
            (
                "VALIDATION_ERROR",
                json!([{ "field": "transactions[0].amount" }]),
                PaymentError::Other("VALIDATION_ERROR".to_owned()),
            ),
            ("INVALID_PAYER_ID", Value::Null, PaymentError::OtherPayer),
            ("PAYMENT_EXPIRED", Value::Null, PaymentError::Gone),
            ("A\nNEW_ONE", json!([{ "field": "payer_id" }]), PaymentError::Other("ANEW_ONE".to_owned())),
        ];
        for (name, details, expected) in cases {
            assert_eq!(reason(&json!({ "name": name, "details": details })), expected, "{name} {details}");
        }
    }

    #[test]
    fn amounts_are_parsed_as_they_are_formatted_and_nothing_else_is() {
        for cents_of in [1, 99, 100, 299, 1205, 100_000] {
            assert_eq!(cents(&decimal(cents_of)), Some(cents_of));
        }
        for wrong in ["", "2", "2.9", "2.999", ".99", "2.", "-2.99", "+2.99", "2,99", "2.9 ", "99999999.99", "1e3.00"] {
            assert_eq!(cents(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_payment_without_a_completed_sale_moved_no_money() {
        let cases = [
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
            assert_eq!(super::payment(&payment).map(|payment| payment.progress), Some(progress), "{state} {sale:?}");
        }
    }
}
