import { LegalArticle } from './LegalArticle';
import { WithPages } from './WithPages';

/** On which terms the site may be used. */
export function Component() {
  return <WithPages>{({ terms }) => <LegalArticle article={terms} />}</WithPages>;
}
