/** Who runs the site. Sample values: whoever hosts it puts in their own. */
export const site = {
  product: 'Colibri',
  authors: ['Ana Solano', 'Mateo Vargas'],
  sourceRepository: 'https://example.org/colibri/source',
  privacyPolicy: 'https://example.org/colibri/privacy',
  donation: 'https://example.org/colibri/donate',
} as const;
