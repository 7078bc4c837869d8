//! Mails in Spanish.

use chrono::{DateTime, Datelike as _, Utc};

use super::{Part, Words, dollars, note, text};
use crate::mail::{Invoice, Mail, Reviewed, Site};
use crate::models::account_code::Purpose;
use crate::models::address_change;

const MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

pub(super) fn words(mail: &Mail, username: &str, site: &Site) -> Words {
    let Site { product, .. } = site;
    let host = site.host();
    let mut why = format!("Recibes este correo porque tienes una cuenta en {host}.");
    let (subject, preview, parts) = match mail {
        Mail::Verify => {
            let lifetime = hours(Purpose::Verify);
            why = format!("Recibes este correo porque alguien escribió esta dirección en {host}.");
            (
                "Verifica tu correo".to_owned(),
                format!("Con un clic desbloqueas un aspecto nuevo. El enlace es válido durante {lifetime}."),
                vec![
                    text(format!("¡Te damos la bienvenida a {product}! Verifica tu correo y recibe un aspecto nuevo.")),
                    Part::Button("Verificar mi correo"),
                    note(format!(
                        "El enlace es válido durante {lifetime} y se puede usar una sola vez. Si no escribiste esta \
                         dirección, puedes ignorar este correo."
                    )),
                ],
            )
        }
        Mail::PasswordReset => {
            let lifetime = hours(Purpose::Reset);
            (
                "Restablece tu contraseña".to_owned(),
                format!("Elige una contraseña nueva. El enlace es válido durante {lifetime}."),
                vec![
                    text(format!(
                        "Recibimos una solicitud para restablecer tu contraseña de {product}. Puedes elegir una nueva \
                         aquí:"
                    )),
                    Part::Button("Restablecer mi contraseña"),
                    note(format!(
                        "El enlace es válido durante {lifetime} y se puede usar una sola vez. Si no lo solicitaste, \
                         puedes ignorar este correo: tu contraseña no cambiará."
                    )),
                ],
            )
        }
        Mail::EmailChanged { change: _ } => {
            let days = address_change::TTL.num_days();
            why = format!("Recibes este correo porque una cuenta en {host} usaba esta dirección hasta ahora.");
            (
                "Se cambió tu correo".to_owned(),
                "Tu cuenta ahora usa otra dirección.".to_owned(),
                vec![
                    text(format!(
                        "Se acaba de cambiar la dirección de correo de tu cuenta de {product}. Seguiremos escribiendo \
                         a esta hasta que se verifique la nueva."
                    )),
                    text("Si fuiste tú, no tienes que hacer nada."),
                    note(format!(
                        "Si no fuiste tú, alguien conoce tu contraseña. Deshaz el cambio: tu cuenta recupera esta \
                         dirección, se cierra la sesión en todos los dispositivos y puedes elegir una contraseña \
                         nueva. El enlace es válido durante {days} días, aunque se verifique la dirección nueva."
                    )),
                    Part::Button("Deshacer el cambio"),
                    Part::Imprint("Si necesitas ayuda, escríbenos:"),
                ],
            )
        }
        Mail::PasswordChanged => (
            "Se cambió tu contraseña".to_owned(),
            "Si fuiste tú, no tienes que hacer nada.".to_owned(),
            vec![
                text(format!(
                    "Se acaba de cambiar la contraseña de tu cuenta de {product}. Se cerró la sesión en todos los \
                     dispositivos que usaban la anterior."
                )),
                text("Si fuiste tú, no tienes que hacer nada."),
                note(
                    "Si no fuiste tú, restablece tu contraseña de inmediato. Enviaremos el enlace a esta dirección y \
                     se cerrará la sesión de quien cambió tu contraseña.",
                ),
                Part::Button("No fui yo"),
            ],
        ),
        Mail::Invoice(Invoice { number, item, price_cents, payment, paid_at }) => {
            let price = dollars(*price_cents).replace('.', ",");
            (
                format!("Tu factura de {item}"),
                format!("{item}, {price}. ¡Gracias por tu compra!"),
                vec![
                    text(format!("¡Gracias por tu compra! El aspecto {item} es tuyo. Aquí está tu factura.")),
                    Part::Facts(vec![
                        ("Factura", number.clone()),
                        ("Fecha", day(paid_at)),
                        ("Aspecto", item.clone()),
                        ("Pago", payment.clone()),
                        ("Total", price),
                    ]),
                    Part::Button("Usarlo"),
                    Part::Imprint("Los datos del vendedor están en nuestro aviso legal:"),
                ],
            )
        }
        Mail::TextRequestApproved { text: excerpt } => (
            "Aprobamos tu texto".to_owned(),
            "Ya se puede escribir en las carreras.".to_owned(),
            vec![
                text("Nos gustó el texto que sugeriste. Ya se puede escribir en las carreras:"),
                Part::Quote(excerpt.clone()),
                text(format!("Gracias por mejorar {product}.")),
                Part::Button("Empezar a escribir"),
            ],
        ),
        Mail::TextRequestRejected { text: excerpt, reason } => {
            let mut parts = vec![
                text("Gracias por sugerir un texto. Lamentablemente, este no lo podemos usar:"),
                Part::Quote(excerpt.clone()),
            ];
            if !reason.is_empty() {
                parts.push(text(format!("Motivo: {reason}")));
            }
            parts.extend([text("Nos alegrará recibir otra sugerencia tuya."), Part::Button("Sugerir otro texto")]);
            ("Sobre el texto que sugeriste".to_owned(), "Gracias por tu sugerencia.".to_owned(), parts)
        }
        Mail::ResultAccepted(Reviewed { wpm, text: excerpt, explanation, .. }) => (
            "Tu resultado cuenta".to_owned(),
            format!("Miramos tus {wpm} wpm."),
            vec![
                text(format!("Miramos tu resultado de {wpm} wpm, y desde ahora cuenta:")),
                Part::Quote(excerpt.clone()),
                text(format!("Motivo: {explanation}")),
                Part::Button("Ver la carrera"),
            ],
        ),
        Mail::ResultRejected(Reviewed { wpm, text: excerpt, explanation, .. }) => (
            "Sobre tu resultado".to_owned(),
            format!("Miramos tus {wpm} wpm."),
            vec![
                text(format!("Miramos tu resultado de {wpm} wpm. Sigue en tu historial, pero no cuenta:")),
                Part::Quote(excerpt.clone()),
                text(format!("Motivo: {explanation}")),
                Part::Button("Ver la carrera"),
            ],
        ),
        Mail::ResultCleared(Reviewed { wpm, text: excerpt, explanation, .. }) => (
            "Sobre tu resultado".to_owned(),
            format!("Tus {wpm} wpm ya no cuentan."),
            vec![
                text(format!("Tu resultado de {wpm} wpm sigue en tu historial, pero ya no cuenta:")),
                Part::Quote(excerpt.clone()),
                text(format!("Motivo: {explanation}")),
                Part::Button("Ver la carrera"),
            ],
        ),
        Mail::Banned { until, reason } => {
            let end = until.map_or_else(|| "para siempre".to_owned(), |until| format!("hasta el {}", day(&until)));
            (
                "Tu cuenta está suspendida".to_owned(),
                format!("No puedes usar tu cuenta {end}."),
                vec![
                    text(format!("Tu cuenta de {product} está suspendida {end}.")),
                    text(format!("Motivo: {reason}")),
                    text(
                        "Inicia sesión para respondernos, descargar tus datos o eliminar tu cuenta. Tus resultados no se \
                         muestran mientras dure la suspensión.",
                    ),
                    Part::Button("Iniciar sesión"),
                ],
            )
        }
        Mail::Unbanned { reason } => (
            "Se levantó tu suspensión".to_owned(),
            "Puedes volver a usar tu cuenta.".to_owned(),
            vec![
                text(format!("Puedes volver a usar tu cuenta de {product}. Tus resultados están de vuelta.")),
                text(format!("Motivo: {reason}")),
                Part::Button("Empezar a escribir"),
            ],
        ),
        Mail::Renamed { from, reason } => (
            "Tienes un nombre de usuario nuevo".to_owned(),
            format!("Ahora te llamas {username}."),
            vec![
                text(format!("Cambiamos tu nombre de usuario de {from} a {username}.")),
                text(format!("Motivo: {reason}")),
                text("Puedes elegir otro en tu cuenta."),
                Part::Button("Ver tu perfil"),
            ],
        ),
    };
    let parts = [text(format!("Hola, {username}:"))].into_iter().chain(parts).collect();
    let spelled_out = "Si el botón no funciona, abre esta dirección en tu navegador:";
    Words { subject, preview, parts, spelled_out, why }
}

fn day(at: &DateTime<Utc>) -> String {
    format!("{} de {} de {}", at.day(), MONTHS[at.month0() as usize], at.year())
}

fn hours(purpose: Purpose) -> String {
    match purpose.ttl().num_hours() {
        1 => "una hora".to_owned(),
        hours => format!("{hours} horas"),
    }
}
