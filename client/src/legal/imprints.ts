import { site } from '../app/site';

/** The imprint in one language. The page always shows both. */
export interface Imprint {
  lang: 'en' | 'de';
  heading: string;
  company: string;
  register: string;
  represented: string;
  contact: string;
  email: string;
  responsible: string;
  disputes: { heading: string; text: string };
}

export const imprintTitle = 'Imprint';

/** The legal notice about the site's operator that some countries require. */
export const imprints: readonly Imprint[] = [
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
];
