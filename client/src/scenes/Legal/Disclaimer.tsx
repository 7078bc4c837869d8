import { WithPages } from '../../components/WithPages';
import { LegalArticle } from './LegalArticle';

/** What the site answers for, and what not. */
export function Component() {
  return <WithPages>{({ disclaimer }) => <LegalArticle article={disclaimer} />}</WithPages>;
}
