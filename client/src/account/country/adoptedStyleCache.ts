import createCache from '@emotion/cache';

/**
 * Where react-select's styles go: a constructed style sheet. By itself it adds `<style>` elements, which the page's
 * content security policy forbids.
 */
export const adoptedStyleCache = createCache({ key: 'select' });

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

adoptedStyleCache.sheet.insert = (rule) => {
  sheet.insertRule(rule, sheet.cssRules.length);
};
