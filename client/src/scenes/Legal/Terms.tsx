import { observer } from 'mobx-react-lite';
import { usePages } from '../../hooks/usePages';
import { LegalArticle } from './LegalArticle';

/** On which terms the site may be used. */
export const Component = observer(function Terms() {
  return <LegalArticle article={usePages().terms} />;
});
