import { site } from '../core/site';

export type Imprint = (typeof imprints)[number];

/** The legal notice about the site's operator that some countries require. The page always shows both languages. */
export const imprints = [
  {
    lang: 'en',
    heading: 'Imprint',
    company: 'Company information',
    register: 'Costa Rica commercial register (cédula jurídica)',
    represented: 'Represented by',
    contact: 'Contact',
    email: 'Email',
    responsible: 'Responsible for content',
    disputes: {
      heading: 'Dispute resolution',
      text: `Disputes relating to ${site.product} are resolved as set out in its Terms of Use. We are neither willing nor obliged to take part in dispute resolution proceedings before a consumer arbitration board.`,
    },
  },
  {
    lang: 'de',
    heading: 'Impressum',
    company: 'Angaben zum Unternehmen',
    register: 'Handelsregister von Costa Rica (cédula jurídica)',
    represented: 'Vertreten durch',
    contact: 'Kontakt',
    email: 'E-Mail',
    responsible: 'Verantwortlich für den Inhalt',
    disputes: {
      heading: 'Streitbeilegung',
      text: `Für Streitigkeiten im Zusammenhang mit ${site.product} gilt das in den Nutzungsbedingungen vorgesehene Verfahren. Wir sind weder bereit noch verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.`,
    },
  },
] as const;
