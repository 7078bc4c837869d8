import { useText } from '../core/useText';
import { LegalArticle } from './LegalArticle';
import * as texts from './texts';

export function Component() {
  const t = useText();
  return <LegalArticle article={t(texts.disclaimer)} />;
}
