import { LegalArticle } from './LegalArticle';
import { WithPages } from './WithPages';

/** What the site answers for, and what not. */
export function Component() {
  return <WithPages>{({ disclaimer }) => <LegalArticle article={disclaimer} />}</WithPages>;
}
