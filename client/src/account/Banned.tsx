import { Link, useLocation } from 'react-router';
import limits from '../../openapi/limits.json';
import { paths } from '../core/paths';
import { useFormat, useText } from '../core/useText';
import { CardPage } from '../ui/CardPage';
import { LoadFailed } from '../ui/EmptyState';
import { TextArea } from '../ui/Field';
import { Form } from '../ui/Form';
import classes from './Banned.module.css';
import { DataDownload } from './DataDownload';
import { DeletionForm } from './DeletionForm';
import { useBan, useDeleteBannedAccount, useDownloadBannedData, useReplyToBan } from './queries';
import * as texts from './texts';

/** The screen of a banned user who has just logged in. The history entry has the token, which is good for it alone. */
export function Component() {
  const t = useText();
  const state: unknown = useLocation().state;
  const token = typeof state === 'object' && state !== null && 'token' in state ? state.token : undefined;
  if (typeof token === 'string') return <Banned token={token} />;
  return (
    <CardPage title={t(texts.bannedTitle)} lead={t(texts.bannedOver)} isNarrow>
      <Link to={paths.login}>{t(texts.login)}</Link>
    </CardPage>
  );
}

/** The ban, and what a banned user can do. */
function Banned({ token }: { token: string }) {
  const t = useText();
  const { date } = useFormat();
  const { data: ban, error, refetch } = useBan(token);
  const download = useDownloadBannedData(token);
  return (
    <CardPage title={t(texts.bannedTitle)} lead={t(texts.bannedHidden)} isNarrow>
      <div className={classes.parts}>
        {ban ? (
          <dl className="stack">
            <Fact name={t(texts.bannedReason)}>{ban.reason}</Fact>
            <Fact name={t(texts.bannedSince)}>{date(ban.since)}</Fact>
            <Fact name={t(texts.bannedUntil)}>{ban.until === null ? t(texts.bannedForGood) : date(ban.until)}</Fact>
            {ban.reply !== null && <Fact name={t(texts.replied)}>{ban.reply}</Fact>}
          </dl>
        ) : (
          error && <LoadFailed title={t(texts.bannedFailed)} error={error} onRetry={refetch} />
        )}
        {ban?.reply === null && <Reply token={token} />}
        <section className="stack">
          <h2>{t(texts.dataTitle)}</h2>
          <DataDownload download={download} />
        </section>
        <Deletion token={token} />
      </div>
    </CardPage>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="note">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Reply({ token }: { token: string }) {
  const t = useText();
  const reply = useReplyToBan(token);
  return (
    <section className="stack">
      <h2>{t(texts.replyTitle)}</h2>
      <p className="note">{t(texts.replyLead)}</p>
      <Form<'reply'> submit={t(texts.sendReply)} action={reply} onSubmit={(values) => reply.mutate(values.reply)}>
        <TextArea label={t(texts.reply)} name="reply" required {...limits.reply} />
      </Form>
    </section>
  );
}

function Deletion({ token }: { token: string }) {
  const t = useText();
  const deletion = useDeleteBannedAccount(token);
  return (
    <section className="stack">
      <h2>{t(texts.deleteTitle)}</h2>
      <p className="note">{t(texts.deleteLead)}</p>
      <DeletionForm deletion={deletion} />
    </section>
  );
}
