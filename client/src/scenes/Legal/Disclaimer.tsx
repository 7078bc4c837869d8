import { observer } from 'mobx-react-lite';
import { usePages } from '../../hooks/usePages';
import { LegalArticle } from './LegalArticle';

/** What the site answers for, and what not. */
export const Component = observer(function Disclaimer() {
  return <LegalArticle article={usePages().disclaimer} />;
});
