import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import limits from '../../openapi/limits.json';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import type { AccountOnFile, AdminAct, ReportedThing } from '../net/api';
import { Button } from '../ui/Button';
import { EmptyState, LoadFailed } from '../ui/EmptyState';
import { Field, TextArea } from '../ui/Field';
import { Form } from '../ui/Form';
import classes from './Admin.module.css';
import { AdminsOnly } from './AdminsOnly';
import { DecisionForm } from './DecisionForm';
import { type UserAct, useActOnUser, useFoundUsers, useReports, useSettle } from './queries';
import { RequestsSkeleton } from './TextRequests';
import * as texts from './texts';

const IDLE = { isPending: false, isSuccess: false, error: null };

/** The screen on which admins find and act on accounts, and settle reports; Not Found for all other visitors. */
export function Component() {
  return (
    <AdminsOnly>
      <Users />
    </AdminsOnly>
  );
}

function Users() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const query = search.get('query') ?? '';
  return (
    <div className={classes.queues}>
      <header className={classes.header}>
        <h1>{t(texts.toUsers)}</h1>
        <Link to={paths.admin}>{t(texts.toDesk)}</Link>
      </header>
      <search className={classes.search}>
        <Form<'query'> submit={t(texts.search)} action={IDLE} onSubmit={(values) => setSearch({ query: values.query })}>
          <Field
            key={query}
            label={t(texts.query)}
            hint={t(texts.queryHint)}
            name="query"
            type="search"
            defaultValue={query}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...limits.query}
          />
        </Form>
      </search>
      {query !== '' && <Found query={query} />}
      <Reports />
    </div>
  );
}

/** The accounts that a search finds. */
function Found({ query }: { query: string }) {
  const t = useText();
  const { data: users, error, refetch } = useFoundUsers(query);
  if (!users) {
    if (error) return <LoadFailed title={t(texts.searchFailed)} error={error} onRetry={refetch} />;
    return <RequestsSkeleton />;
  }
  return (
    <section className="stack" aria-labelledby="found">
      <h2 id="found">{t(texts.found)}</h2>
      {users.length === 0 ? (
        <EmptyState>
          <p role="status">{t(texts.nobodyFound)}</p>
        </EmptyState>
      ) : (
        <ul className="stack">
          {users.map((user) => (
            <UserCard key={user.username} user={user} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** An account with all that is on file about it, and the acts. */
function UserCard({ user }: { user: AccountOnFile }) {
  const t = useText();
  const format = useFormat();
  const { notice } = useRoot();
  const [act, setAct] = useState<UserAct | null>(null);
  const close = () => setAct(null);
  const action = useActOnUser(user.username, () => {
    notice.show(t(texts.acted));
    close();
  });
  const { ban } = user;
  const offered: UserAct[] = user.admin ? ['note'] : [ban === null ? 'ban' : 'unban', 'rename', 'clearresult', 'note'];
  return (
    <li className={classes.request} aria-busy={action.isPending}>
      <h3 className="cluster">
        <Link to={paths.user(user.username)}>{user.username}</Link>
        {user.admin && <span className="soft">{t(texts.isAdmin)}</span>}
      </h3>
      <p className="soft cluster">
        <span>{user.email}</span>
        <time dateTime={user.creationDate}>{format.date(user.creationDate)}</time>
      </p>
      <p>{t(texts.onFile)(user.races, user.held, user.reports)}</p>
      {ban !== null && (
        <p>
          <strong>{t(texts.bannedUntil)(ban.until === null ? null : format.date(ban.until))}</strong>
        </p>
      )}
      {typeof ban?.reply === 'string' && (
        <blockquote className={classes.words} aria-label={t(texts.theirReply)}>
          {ban.reply}
        </blockquote>
      )}
      {user.acts.length > 0 && (
        <ul className={classes.acts} aria-label={t(texts.earlier)}>
          {user.acts.map((one) => (
            <ActRow key={`${one.date} ${one.act}`} act={one} />
          ))}
        </ul>
      )}
      {act === null ? (
        <div className={classes.decisions}>
          {offered.map((one) => (
            <Button
              key={one}
              kind={one === 'ban' ? 'danger' : 'secondary'}
              onClick={() => {
                action.reset();
                setAct(one);
              }}
            >
              {t(texts.userActs[one])}
            </Button>
          ))}
        </div>
      ) : (
        <DecisionForm<string>
          submit={t(texts.userActs[act])}
          kind={act === 'ban' ? 'danger' : 'primary'}
          action={action}
          onSubmit={(values) => action.mutate({ act, values })}
          onCancel={close}
        >
          <ActFields act={act} />
        </DecisionForm>
      )}
    </li>
  );
}

function ActRow({ act: { act, admin, date, detail, reason } }: { act: AdminAct }) {
  const t = useText();
  const format = useFormat();
  const more = act === 'ban' ? t(texts.until)(detail === '' ? null : format.date(detail)) : detail;
  return (
    <li>
      <span className="soft cluster">
        <time dateTime={date}>{format.date(date)}</time>
        <span>{t(texts.acts)[act]}</span>
        {more !== '' && <span>{more}</span>}
        <span>{admin === '' ? t(texts.byCommand) : t(texts.by)(admin)}</span>
      </span>
      <p className={classes.words}>{reason}</p>
    </li>
  );
}

/** The fields of the form of an act. */
function ActFields({ act }: { act: UserAct }) {
  const t = useText();
  if (act === 'note') {
    return <TextArea label={t(texts.note)} hint={t(texts.noteHint)} name="note" required {...limits.note} />;
  }
  return (
    <>
      {act === 'ban' && (
        <Field label={t(texts.days)} hint={t(texts.daysHint)} name="days" type="number" min={1} max={3650} step={1} />
      )}
      {act === 'rename' && (
        <Field
          label={t(texts.newName)}
          name="newUsername"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...limits.newUsername}
        />
      )}
      {act === 'clearresult' && (
        <Field
          label={t(texts.race)}
          hint={t(texts.raceHint)}
          name="race"
          autoComplete="off"
          spellCheck={false}
          required
        />
      )}
      <TextArea
        label={t(texts.reason)}
        hint={t(texts.actReasonHint)}
        name="explanation"
        required
        {...limits.explanation}
      />
    </>
  );
}

/** What is reported, and what banned users replied. */
function Reports() {
  const t = useText();
  const { data, error, refetch } = useReports();
  return (
    <section className="stack" aria-labelledby="reports">
      <h2 id="reports" className="cluster">
        <span>{t(texts.reports)}</span>
        {data !== undefined && data.open > 0 && <span className={classes.count}>{data.open}</span>}
      </h2>
      {data === undefined ? (
        error ? (
          <LoadFailed title={t(texts.reportsFailed)} error={error} onRetry={refetch} />
        ) : (
          <RequestsSkeleton />
        )
      ) : (
        <>
          {data.cases.length === 0 ? (
            <EmptyState>
              <p>{t(texts.noReports)}</p>
            </EmptyState>
          ) : (
            <ul className="stack">
              {data.cases.map((thing) => (
                <ReportCard key={thing.id} thing={thing} />
              ))}
            </ul>
          )}
          {data.replies.length > 0 && <h2>{t(texts.replies)}</h2>}
          <ul className="stack">
            {data.replies.map(({ username, ban }) => (
              <li key={username} className={classes.request}>
                <h3>
                  <Link to={usersPath(username)}>{username}</Link>
                </h3>
                <p className={classes.words}>{ban.reply}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ReportCard({ thing }: { thing: ReportedThing }) {
  const t = useText();
  const format = useFormat();
  const { notice } = useRoot();
  const [mode, setMode] = useState<'read' | 'settle' | 'retire'>('read');
  const settle = useSettle(thing.id, () => notice.show(t(texts.settled)));
  const { username, reportedName } = thing;
  return (
    <li className={classes.request} aria-busy={settle.isPending}>
      <h3 className="cluster">
        <span>{t(texts.kinds)[thing.kind]}</span>
        {username !== null && <Link to={paths.user(username)}>{username}</Link>}
      </h3>
      <p className="soft cluster">
        <time dateTime={thing.date}>{format.date(thing.date)}</time>
        <span>{t(texts.reportedBy)(thing.reports, thing.reporter)}</span>
        {reportedName !== null && reportedName !== username && <span>{t(texts.reportedAs)(reportedName)}</span>}
        {thing.race !== null && <Link to={paths.replay(thing.race)}>{t(commonTexts.replay)}</Link>}
        {username !== null && <Link to={usersPath(username)}>{t(texts.openUser)}</Link>}
      </p>
      {thing.text !== null && <blockquote className={classes.words}>{thing.text}</blockquote>}
      {thing.words !== '' && <p className={classes.words}>{thing.words}</p>}
      {mode === 'read' ? (
        <div className={classes.decisions}>
          <Button onClick={() => setMode('settle')}>{t(texts.settle)}</Button>
          {thing.kind === 'text' && (
            <Button kind="danger" onClick={() => setMode('retire')}>
              {t(texts.retireText)}
            </Button>
          )}
        </div>
      ) : (
        <DecisionForm<'explanation'>
          submit={t(mode === 'retire' ? texts.retireText : texts.settle)}
          kind={mode === 'retire' ? 'danger' : 'primary'}
          action={settle}
          onSubmit={({ explanation }) => settle.mutate({ explanation, retireText: mode === 'retire' })}
          onCancel={() => setMode('read')}
        >
          <TextArea
            label={t(texts.reason)}
            hint={t(texts.settleHint)}
            name="explanation"
            required
            {...limits.explanation}
          />
        </DecisionForm>
      )}
    </li>
  );
}

/** The address of this screen with the result of a search. */
function usersPath(query: string): string {
  return `${paths.adminUsers}?${new URLSearchParams({ query })}`;
}
