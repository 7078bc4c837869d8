import { useStrings } from '../app/useStrings';
import { LegalArticle } from './LegalArticle';

/** On which terms the site may be used. */
export function Component() {
  return <LegalArticle article={useStrings().legal.terms} />;
}
