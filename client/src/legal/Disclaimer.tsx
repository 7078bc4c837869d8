import { useStrings } from '../app/useStrings';
import { LegalArticle } from './LegalArticle';

export function Component() {
  return <LegalArticle article={useStrings().legal.disclaimer} />;
}
