/** The color themes, each with the kind of colors that it has. Its tokens are in themes/NAME.css. */
export const themes = {
  light: 'light',
  dark: 'dark',
  balsa: 'light',
  celeste: 'light',
  jacaranda: 'light',
  papaya: 'light',
  cacao: 'dark',
  guaria: 'dark',
  jaguar: 'dark',
  morpho: 'dark',
} as const;

export type Theme = keyof typeof themes;

export const themeNames = Object.keys(themes) as Theme[];
