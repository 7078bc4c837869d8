import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { ApiError, isFinal } from '../net/ApiError';
import { ButtonLink } from '../ui/Button';
import { CardPage } from '../ui/CardPage';
import { LoadingBlock } from '../ui/Loading';
import { LoginPrompt } from '../ui/LoginPrompt';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import { Afterwards } from './Afterwards';
import { EventRefused } from './EventRefused';
import { dropGuest, guestOf } from './guestPass';
import { Join } from './Join';
import { JoinForm } from './JoinForm';
import { type Pass, useLook } from './queries';
import { Rounds } from './Rounds';
import * as texts from './texts';

/** An event for those who race in it: joining by code or by link, the rounds, and the table after them. */
export const Component = observer(function EventScreen() {
  const { code } = useParams();
  const { token } = useRoot().session;
  if (code === undefined) return <Join />;
  const known = code.toLowerCase();
  return <Event key={`${known} ${token}`} code={known} />;
});

const Event = observer(function Event({ code }: { code: string }) {
  const t = useText();
  const { consent, services, session } = useRoot();
  const [guest, setGuest] = useState(() => guestOf(services.storage, code));
  const pass: Pass = guest === null ? services.api.identity : { guest };
  const { data: event, error, refetch } = useLook(code, pass);
  useTitle(t(commonTexts.title)(event?.title ?? t(texts.event)));
  // A pass that has expired: the visitor joins again.
  const isExpired = guest !== null && error instanceof ApiError && error.isUnauthorized;
  useEffect(() => {
    if (!isExpired) return;
    dropGuest(services.storage, code);
    setGuest(null);
  }, [isExpired, services, code]);

  // Also one who was in the event may be removed.
  const isRefused = error !== null && !isExpired && (!event || isFinal(error));
  if (isRefused) return <EventRefused error={error} onRetry={refetch} />;
  if (!event) return <LoadingBlock label={t(commonTexts.loading)} height="20rem" />;
  const lookAgain = () => void refetch();
  if (event.state === 'over') {
    return event.you ? (
      <Afterwards {...{ code, event, pass }} own={event.you.name} onOver={lookAgain} />
    ) : (
      <StatusPage title={event.title} actions={<ButtonLink to={paths.join}>{t(texts.otherCode)}</ButtonLink>}>
        <p>{t(texts.over)}</p>
      </StatusPage>
    );
  }
  if (event.you && consent.isGiven) return <Rounds {...{ code, event, pass }} onOut={lookAgain} />;
  const joined = () => {
    const joined = guestOf(services.storage, code);
    if (joined === guest) void refetch();
    else setGuest(joined);
  };
  return (
    <CardPage title={event.title} lead={t(texts.invitation)(event.rounds)} isNarrow>
      {event.locked ? (
        <p role="status">{t(texts.locked)}</p>
      ) : event.guests || session.token !== null ? (
        <JoinForm code={code} onJoined={joined} />
      ) : (
        <LoginPrompt reason={t(texts.membersOnly)} />
      )}
    </CardPage>
  );
});
