import type { Page } from '@playwright/test';

/**
 * Replaces every text of a page by elements as soon as it appears, as Google Translate does, except where the page
 * forbids it. The translation of a text is the same text.
 */
function translate(): void {
  const untranslated = '[translate=no], font, script, style, textarea, title';
  const replace = (text: Text) => {
    if (text.parentElement?.closest(untranslated)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceAll = () => {
    const texts: Text[] = [];
    const nodes = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) texts.push(nodes.currentNode as Text);
    texts.forEach(replace);
  };
  new MutationObserver(replaceAll).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Lets the browser of `page` translate all pages that it loads from now on. */
export async function translated(page: Page): Promise<Page> {
  await page.context().addInitScript(translate);
  return page;
}

/**
 * The texts of the page that React creates as nodes, which it could neither change nor remove after a translator. It
 * creates one for each text with siblings; a text alone in its element is the element's content.
 */
export function textsOfReact(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { currentNode: text } = nodes;
      // React keeps its own state of a node in such a property.
      const isOfReact = Object.keys(text).some((key) => key.startsWith('__reactFiber'));
      if (isOfReact) texts.push(`${text.textContent} (${text.parentElement?.outerHTML.slice(0, 200)})`);
    }
    return texts;
  });
}
