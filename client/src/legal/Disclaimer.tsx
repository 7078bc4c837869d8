import { useStrings } from '../app/useStrings';
import { LegalArticle } from './LegalArticle';

/** The disclaimer. */
export function Component() {
  return <LegalArticle article={useStrings().legal.disclaimer} />;
}
