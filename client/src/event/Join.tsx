import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { CardPage } from '../ui/CardPage';
import { JoinForm } from './JoinForm';
import * as texts from './texts';

/** Joins an event with the code that its host shows. */
export function Join() {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <CardPage
      title={t(texts.joinTitle)}
      lead={t(texts.joinLead)}
      isNarrow
      footnote={<Link to={paths.host}>{t(texts.toHost)}</Link>}
    >
      <JoinForm code={null} typed={search.get('code') ?? ''} onJoined={(code) => navigate(paths.event(code))} />
    </CardPage>
  );
}
