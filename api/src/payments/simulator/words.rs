//! The words of the page, in each language.

use crate::domain::Language;

#[derive(Debug)]
pub(super) struct Words {
    pub(super) language: &'static str,
    pub(super) decimal_mark: &'static str,
    pub(super) simulator: &'static str,
    pub(super) simulation: &'static str,
    pub(super) notice: &'static str,
    pub(super) heading: &'static str,
    pub(super) skin: &'static str,
    pub(super) total: &'static str,
    pub(super) approve: &'static str,
    pub(super) cancel: &'static str,
    pub(super) over: &'static str,
    pub(super) why_over: &'static str,
    pub(super) shop: &'static str,
}

pub(super) fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &SPANISH,
    }
}

static ENGLISH: Words = Words {
    language: "en",
    decimal_mark: ".",
    simulator: "Payment simulator",
    simulation: "Simulation.",
    notice: "This is not PayPal. You won’t be charged.",
    heading: "Pay for your skin",
    skin: "Skin",
    total: "Total",
    approve: "Pay with play money",
    cancel: "Cancel and return to the shop",
    over: "Nothing to pay here",
    why_over: "This payment was already completed or canceled, has expired, or doesn’t exist.",
    shop: "Back to the shop",
};

static SPANISH: Words = Words {
    language: "es",
    decimal_mark: ",",
    simulator: "Simulador de pagos",
    simulation: "Simulación.",
    notice: "Esto no es PayPal. No se te cobrará nada.",
    heading: "Paga tu aspecto",
    skin: "Aspecto",
    total: "Total",
    approve: "Pagar con dinero de mentira",
    cancel: "Cancelar y volver a la tienda",
    over: "Aquí no hay nada que pagar",
    why_over: "Este pago ya se completó o se canceló, venció o no existe.",
    shop: "Volver a la tienda",
};
