import { observer } from 'mobx-react-lite';
import { PageLoading } from '../ui/Loading';
import { LegalArticle } from './LegalArticle';
import { usePages } from './queries';

/** The disclaimer. */
export const Component = observer(function Disclaimer() {
  const pages = usePages();
  return pages ? <LegalArticle article={pages.disclaimer} /> : <PageLoading />;
});
