import { type Theme, themes } from '../design/themes';
import type { Settings } from './settings';

/** Returns the theme of the page. */
export function themeOf(chosen: Settings['theme'], prefersDark: boolean): Theme {
  if (chosen !== 'system') return chosen;
  return prefersDark ? 'dark' : 'light';
}

export function isDark(theme: Theme): boolean {
  return themes[theme] === 'dark';
}

/** Writes what style sheets read of the settings: attributes and custom properties of `<html>`. */
export function applySettings({ dataset, style }: HTMLElement, values: Settings, prefersDark: boolean): void {
  dataset.theme = themeOf(values.theme, prefersDark);
  dataset.typeface = values.typeface;
  dataset.caret = values.caret;
  dataset.glide = values.glide ? 'on' : 'off';
  dataset.lines = values.lines;
  style.setProperty('--typing-size', String(values.textSize / 100));
  // An empty value removes a property, and the style sheet has its own.
  style.setProperty('--typing-width', values.lineWidth === 'auto' ? '' : values.lineWidth);
  style.setProperty('--typing-lines', /\d/.test(values.lines) ? values.lines : '');
}
