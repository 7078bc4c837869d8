import { useStrings } from '../app/useStrings';
import { LegalArticle } from './LegalArticle';

/** What the site answers for, and what not. */
export function Component() {
  return <LegalArticle article={useStrings().legal.disclaimer} />;
}
