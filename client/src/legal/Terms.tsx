import { useStrings } from '../app/useStrings';
import { LegalArticle } from './LegalArticle';

/** The terms of use. */
export function Component() {
  return <LegalArticle article={useStrings().legal.terms} />;
}
