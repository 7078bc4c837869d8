import { site } from '../../app/site';

/** One language of the imprint, which stands in two, whatever the page speaks. */
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

/** The title of the page. */
export const imprintTitle = 'Imprint';

/** Who answers for the site, for the laws that ask for it. */
export const imprints: readonly Imprint[] = [
  {
    lang: 'en',
    heading: 'Imprint',
    company: 'Information about the company',
    register: 'Commercial register of Costa Rica (cédula jurídica)',
    represented: 'Represented by',
    contact: 'Contact',
    email: 'Email',
    responsible: 'Responsible for the content',
    disputes: {
      heading: 'Disputes',
      text: `Disputes about ${site.product} are settled as its terms of use say. We are not willing or obliged to take part in dispute resolution before a consumer arbitration board.`,
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
      text: `Streitigkeiten über ${site.product} werden so beigelegt, wie es die Nutzungsbedingungen sagen. Wir sind nicht bereit oder verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.`,
    },
  },
];
