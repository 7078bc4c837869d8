//! Delivery of mails: through the configured mail server, or into files.

use anyhow::Context as _;
use api::mail::{Delivery, Files, SCHEDULE, Site, Smtp, Transport};
use net::origin::Origin;

use crate::settings::{self, Data, Mail, Serve};

/// The directory for mails in the data directory, if there is no mail server.
const DIR: &str = "mails";

pub(crate) fn transport(mail: &Mail, data: &Data) -> anyhow::Result<Transport> {
    let url = settings::secret(mail.smtp_url.as_ref(), mail.smtp_url_file.as_deref(), "SMTP_URL_FILE")?;
    let Some(url) = url else {
        return Ok(Transport::Files(Files::new(data.data_dir.join(DIR))));
    };
    let authorities = mail
        .smtp_ca
        .as_ref()
        .map(|file| std::fs::read(file).with_context(|| format!("COLIBRI_SMTP_CA: {}", file.display())));
    let authorities = authorities.transpose()?;
    let smtp = Smtp::from_url(url.expose(), authorities.as_deref()).context("SMTP_URL")?;
    Ok(Transport::Smtp(Box::new(smtp)))
}

/// Returns the delivery of mails for a site at `public_url`, and warns about settings that an operator may have
/// overlooked.
pub(crate) fn delivery(serve: &Serve, transport: Transport, public_url: &Origin) -> Delivery {
    match &transport {
        Transport::Files(files) => {
            tracing::warn!(dir = %files.dir().display(), "SMTP_URL is not set: mails are written to files, and their links to the log");
        }
        Transport::Smtp(smtp) => {
            if smtp.is_plain() && !smtp.is_local() {
                tracing::warn!("SMTP_URL has no TLS: mails and their codes are sent unencrypted");
            }
            if !smtp.is_local() && serve.mail.mail_from.email.domain() == "localhost" {
                tracing::warn!("COLIBRI_MAIL_FROM is not set: most mail servers do not accept a sender at localhost");
            }
            if serve.public_url.is_none() {
                tracing::warn!(%public_url, "COLIBRI_PUBLIC_URL is not set: links in mails lead to this address");
            }
        }
    }
    Delivery {
        transport,
        from: serve.mail.mail_from.clone(),
        reply_to: serve.mail.mail_reply_to.clone(),
        site: Site { product: serve.operator.product.clone(), url: public_url.to_string() },
        schedule: SCHEDULE,
    }
}
