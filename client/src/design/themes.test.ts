import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { themeNames, themes } from './themes';

/** The contrast that WCAG 2.2 AA demands of text, and of large text and graphics. */
const TEXT = 4.5;
const LARGE = 3;

/**
 * The least difference in lightness (CIE L*, 0 to 100) between letters that are typed and those that are not: hue alone is
 * seen at the point of attention, and not by everybody.
 */
const TOLD_APART = 20;

/** The colors drawn on each ground: text, and large text or graphics. */
const ON: Record<string, { text?: string[]; large?: string[] }> = {
  background: {
    text: ['ink', 'ink-soft', 'accent', 'accent-strong', 'accent-3', 'gold', 'untyped', 'correct', 'wrong'],
    large: ['accent-2', 'line-strong', 'focus'],
  },
  sky: { text: ['ink', 'ink-soft', 'accent', 'accent-strong'], large: ['accent-2', 'accent-3', 'focus'] },
  'sky-far': { text: ['ink', 'ink-soft', 'accent', 'accent-strong'], large: ['accent-2', 'accent-3', 'focus'] },
  surface: {
    text: ['ink', 'ink-soft', 'accent', 'accent-strong', 'accent-3', 'untyped', 'correct', 'wrong'],
    large: ['accent-2', 'line-strong', 'focus', 'caret', 'gold'],
  },
  'surface-raised': {
    text: ['ink', 'ink-soft', 'accent', 'accent-strong', 'accent-3', 'untyped', 'correct', 'wrong'],
    large: ['accent-2', 'line-strong', 'focus', 'gold'],
  },
  'surface-sunken': {
    text: ['ink', 'ink-soft', 'accent', 'accent-strong', 'accent-3', 'wrong'],
    large: ['accent-2', 'line-strong', 'focus'],
  },
  'accent-ground': { text: ['ink', 'ink-soft', 'accent', 'wrong'], large: ['accent-2', 'accent-3', 'gold', 'focus'] },
  'gold-ground': { text: ['ink', 'ink-soft', 'accent'], large: ['gold', 'focus'] },
  'wrong-ground': { text: ['wrong'], large: ['caret', 'focus'] },
  selection: { text: ['ink'], large: ['ink-soft', 'untyped', 'correct', 'wrong'] },
  accent: { text: ['ink-on-accent'] },
  'accent-strong': { text: ['ink-on-accent'] },
  'heat-1': { text: ['ink'] },
  'heat-2': { text: ['ink'] },
  'heat-3': { text: ['ink-on-accent'] },
  'heat-4': { text: ['ink-on-accent'] },
  wrong: { text: ['ink-on-accent'] },
  ink: { text: ['background'] },
  'medal-gold': { text: ['medal-gold-ink'] },
  'medal-silver': { text: ['medal-silver-ink'] },
  'medal-copper': { text: ['medal-copper-ink'] },
};

type Rgba = [red: number, green: number, blue: number, alpha: number];

/** The custom properties that a style sheet of this folder declares. */
function declarations(file: string): Record<string, string> {
  const css = readFileSync(new URL(file, import.meta.url), 'utf8');
  return Object.fromEntries([...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

/** The color of an expression: `#rrggbb`, `var(--name)`, or a mix of two of them. */
function colorOf(value: string, tokens: Record<string, string>): Rgba {
  const hex = /^#(..)(..)(..)$/.exec(value);
  if (hex) return [...hex.slice(1).map((part) => Number.parseInt(part, 16)), 1] as Rgba;
  const token = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (token) return colorOf(tokens[token] ?? '', tokens);
  const mix = /^color-mix\(in srgb, (.+) ([\d.]+)%, (.+)\)$/.exec(value);
  if (!mix) throw new Error(`"${value}" is not a color`);
  const [, first = '', percent, second = ''] = mix;
  const share = Number(percent) / 100;
  const [red, green, blue, alpha] = colorOf(first, tokens);
  if (second === 'transparent') return [red, green, blue, alpha * share];
  return over([red, green, blue, alpha * share], colorOf(second, tokens));
}

/** A translucent color over an opaque one. */
function over([red, green, blue, alpha]: Rgba, ground: Rgba): Rgba {
  const mixed = [red, green, blue].map((channel, index) => channel * alpha + (ground[index] ?? 0) * (1 - alpha));
  return [...mixed, 1] as Rgba;
}

/** WCAG's relative luminance. */
function luminance(color: Rgba): number {
  const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The lightness L* of CIE Lab, from 0 to 100. */
function lightness(color: Rgba): number {
  const linear = luminance(color);
  return linear > 216 / 24389 ? 116 * Math.cbrt(linear) - 16 : (linear * 24389) / 27;
}

function contrast(first: Rgba, second: Rgba): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each(themeNames)('%s has readable text and visible graphics on every ground', (theme) => {
  const tokens = { ...declarations('tokens.css'), ...declarations(`themes/${theme}.css`) };
  const color = (name: string) => colorOf(`var(--${name})`, tokens);
  const failing = Object.entries(ON).flatMap(([name, { text = [], large = [] }]) =>
    [...text.map((on) => ({ on, needed: TEXT })), ...large.map((on) => ({ on, needed: LARGE }))]
      .map((pair) => ({ ...pair, is: contrast(color(pair.on), color(name)) }))
      .filter(({ is, needed }) => is < needed)
      .map(({ on, is, needed }) => `${on} on ${name}: ${is.toFixed(2)}, needs ${needed}`),
  );
  expect(failing).toEqual([]);
});

it.each(themeNames)('%s has readable text under the block of a caret', (theme) => {
  const tokens = { ...declarations('tokens.css'), ...declarations(`themes/${theme}.css`) };
  const underBlock = (name: string) => over(colorOf('var(--caret-block)', tokens), colorOf(`var(--${name})`, tokens));
  expect(contrast(underBlock('untyped'), underBlock('surface'))).toBeGreaterThanOrEqual(TEXT);
});

it.each(themeNames)('%s tells typed letters from untyped ones by their lightness', (theme) => {
  const tokens = declarations(`themes/${theme}.css`);
  const [typed, untyped] = ['correct', 'untyped'].map((name) => lightness(colorOf(`var(--${name})`, tokens)));
  expect(Math.abs((typed ?? 0) - (untyped ?? 0))).toBeGreaterThanOrEqual(TOLD_APART);
});

it.each(themeNames)('%s declares the same tokens as the others, and its kind', (theme) => {
  expect(Object.keys(declarations(`themes/${theme}.css`))).toEqual(Object.keys(declarations('themes/light.css')));
  const css = readFileSync(new URL(`themes/${theme}.css`, import.meta.url), 'utf8');
  expect(css).toContain(`[data-theme="${theme}"] {\n  color-scheme: ${themes[theme]};\n`);
});

/** The files of the page whose name matches. */
const sources = (name: RegExp) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n');

it('style sheets read only custom properties that exist, which browsers do not check', () => {
  const css = sources(/\.css$/);
  const declared = new Set(
    [...`${css}\n${sources(/\.tsx?$/)}`.matchAll(/(--[\w-]+)['"]?:|'(--[\w-]+)'/g)].map(([, a, b]) => a ?? b),
  );
  const read = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  expect([...read].filter((name) => !declared.has(name))).toEqual([]);
});
