import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { LoadFailed } from '../ui/EmptyState';
import { LoadingBlock } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { ScreenHeader } from '../ui/ScreenHeader';
import { EventForm } from './EventForm';
import classes from './Host.module.css';
import { useHosted, useOpenEvent } from './queries';
import { firstDrafts } from './rounds';
import * as texts from './texts';

/** Opens an event, and lists the member's own. */
export function Host() {
  const t = useText();
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t(texts.title)} lead={t(texts.lead)} />
      <MembersOnly reason={t(texts.needLogin)} skeleton={<LoadingBlock label={t(texts.loading)} height="30rem" />}>
        <NewEvent />
        <Hosted />
      </MembersOnly>
    </div>
  );
}

const NewEvent = observer(function NewEvent() {
  const t = useText();
  const { session, settings } = useRoot();
  const open = useOpenEvent();
  return (
    <div className="card">
      <EventForm
        initial={{
          title: t(texts.defaultTitle)(session.username ?? ''),
          language: settings.textLanguage,
          joining: 'everyone',
          scoring: 'places',
        }}
        drafts={firstDrafts}
        submit={t(texts.open)}
        action={open}
        onSubmit={(form) => open.mutate(form)}
      />
    </div>
  );
});

/** The member's events, each with a link to its page. */
function Hosted() {
  const t = useText();
  const format = useFormat();
  const { data: events, error, refetch } = useHosted();
  if (!events) return error && <LoadFailed title={t(texts.eventsFailed)} error={error} onRetry={refetch} />;
  return (
    <section className="stack" aria-labelledby="host-events">
      <h2 id="host-events">{t(texts.yourEvents)}</h2>
      {events.length === 0 && <p className="note">{t(texts.noEvents)}</p>}
      <ul className={classes.events} aria-labelledby="host-events">
        {events.map(({ code, title, date, state }) => (
          <li key={code} className="bar">
            <Link to={paths.hostOf(code)}>{title}</Link>
            <p className="facts soft">
              <time dateTime={date}>{format.date(date)}</time>
              <span>{t(state === 'open' ? texts.isOpen : texts.isOver)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
