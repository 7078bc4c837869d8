import { observer } from 'mobx-react-lite';
import { PageLoading } from '../ui/Loading';
import { LegalArticle } from './LegalArticle';
import { usePages } from './queries';

/** The terms of use. */
export const Component = observer(function Terms() {
  const pages = usePages();
  return pages ? <LegalArticle article={pages.terms} /> : <PageLoading />;
});
