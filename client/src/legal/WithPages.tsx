import { useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useRoot } from '../app/useRoot';
import type { Pages } from '../strings/pages';
import { PageLoading } from '../ui/Loading';
import { pagesQuery } from './queries';

interface Props {
  /** What is made of the long texts in the visitor's language. */
  children: (pages: Pages) => ReactNode;
}

/** Shows what needs the long texts once they are here. */
export const WithPages = observer(function WithPages({ children }: Props) {
  const { connection, language } = useRoot();
  const { data } = useQuery(pagesQuery(language.language, connection));
  return data ? children(data) : <PageLoading />;
});
