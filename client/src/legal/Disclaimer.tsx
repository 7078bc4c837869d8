import { useStrings } from '../core/useStrings';
import { LegalArticle } from './LegalArticle';

export function Component() {
  return <LegalArticle article={useStrings().legal.disclaimer} />;
}
