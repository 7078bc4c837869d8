import { browserLanguages, validTags } from './languages';

/** The variants of languages for visitors whose browser names none. */
const VARIANTS: Readonly<Record<string, string>> = { es: 'es-CR' };

/**
 * Returns the formats of a language, in its first variant among the visitor's `preferred` tags: British dates start
 * with the day.
 */
export function formatsOf(language: string, preferred: readonly string[] = browserLanguages()) {
  const locale = validTags(preferred).find((tag) => tag.startsWith(`${language}-`)) ?? VARIANTS[language] ?? language;
  // As the Spanish academies write it; the formats of America leave the space out.
  const signed = (percent: string) => (language === 'es' ? percent.replace(/\s?%/, '\u00a0%') : percent);
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const twoDecimals = lazy(() => new Intl.NumberFormat(locale, two));
  const accuracy = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', ...two }));
  const percent = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }));
  const any = lazy(() => new Intl.NumberFormat(locale));
  const exact = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 15 }));
  const dollars = lazy(
    () => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
  );
  const day = lazy(() => new Intl.DateTimeFormat(locale));
  const plural = lazy(() => new Intl.PluralRules(locale));
  const conjunction = lazy(() => new Intl.ListFormat(locale));
  const countries = lazy(() => new Intl.DisplayNames(locale, { type: 'region' }));
  return {
    /** Two decimals, for speed and time. */
    decimals: (value: number) => twoDecimals().format(value),
    /** Percent with their sign and two decimals. */
    accuracy: (value: number) => signed(accuracy().format(value / 100)),
    /** Percent with their sign and up to two decimals, as many as the number has. */
    percent: (value: number) => signed(percent().format(value / 100)),
    price: (usDollars: number) => dollars().format(usDollars),
    /** A date, from ISO 8601; any other text unchanged. */
    date: (iso: string) => {
      const date = new Date(iso);
      return Number.isNaN(date.getTime()) ? iso : day().format(date);
    },
    /** The format of dates in a style of the caller's. */
    dates: (style: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, style),
    /** Up to three decimals, as many as the number has. */
    number: (value: number) => any().format(value),
    /** All decimals that the number has. */
    exact: (value: number) => exact().format(value),
    /** A count with its noun: `one` is the singular, `other` the plural. */
    counted: (count: number, one: string, other: string) =>
      `${any().format(count)} ${plural().select(count) === 'one' ? one : other}`,
    /** Words as a list, such as "a, b, and c". */
    list: (words: readonly string[]) => conjunction().format(words),
    /** The name of a country, from its two letters (ISO 3166-1) in any case. */
    country: (code: string) => countries().of(code.toUpperCase()) ?? code,
  };
}

/** Calls `make` when its result is first needed: all formats together would delay the page's start by 40 ms. */
function lazy<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A stopwatch: minutes and seconds of `ms` milliseconds, such as 1:07. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${padded(seconds % 60)}`;
}

/** Time spent: hh:mm:ss of `seconds`. */
export function hoursMinutesSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(padded).join(':');
}

function padded(number: number): string {
  return String(number).padStart(2, '0');
}
