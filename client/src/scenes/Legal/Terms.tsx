import { WithPages } from '../../components/WithPages';
import { LegalArticle } from './LegalArticle';

/** On which terms the site may be used. */
export function Component() {
  return <WithPages>{({ terms }) => <LegalArticle article={terms} />}</WithPages>;
}
