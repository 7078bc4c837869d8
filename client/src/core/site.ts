interface Named {
  name: string;
  url: string;
}

/** The site's operator. */
interface Site {
  product: string;
  company: string;
  /** The lines of the company's address. */
  address: readonly string[];
  /** The company's entry in the commercial register. */
  register: string;
  authors: readonly Named[];
  /** The email address for help. */
  support: string;
  sourceRepository: string;
  privacyPolicy: string;
  donation: string;
  /** The affiliate that the disclaimer names. */
  affiliate: Named;
}

/** The operator on pages that the server did not render: in tests and under `make dev`. */
const SAMPLE: Site = {
  product: 'Colibri',
  company: 'Colibri Typing S.A.',
  address: ['Calle 33', 'Barrio Escalante', '10101 San José', 'Costa Rica'],
  register: '3-101-000000',
  authors: [
    { name: 'Ana Solano', url: 'https://example.org/ana' },
    { name: 'Luis Mora', url: 'https://example.org/luis' },
  ],
  support: 'support@example.org',
  sourceRepository: 'https://example.org/colibri/source',
  privacyPolicy: 'https://example.org/colibri/privacy',
  donation: 'https://example.org/colibri/donate',
  affiliate: { name: 'Teclas del Valle', url: 'https://example.org/teclas' },
};

/** The operator from the server's settings, which the server embeds in every page. */
export const site: Site = read();

function read(): Site {
  const block = typeof document === 'undefined' ? null : document.getElementById('site');
  return block ? (JSON.parse(block.textContent ?? '') as Site) : SAMPLE;
}
