import { Ban, Flag } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import limits from '../../openapi/limits.json';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { ErrorText } from '../ui/ErrorText';
import { TextArea } from '../ui/Field';
import { Form } from '../ui/Form';
import { useBlock, useReportName } from './queries';
import * as texts from './texts';

/** The buttons with which users report the name of another racer, and block them. */
export const ReportAndBlock = observer(function ReportAndBlock({ username }: { username: string }) {
  const t = useText();
  const { session } = useRoot();
  const block = useBlock(username);
  if (!session.isLoggedIn) return null;
  const label = (
    <>
      <Flag aria-hidden="true" />
      <span>{t(texts.report)}</span>
    </>
  );
  return (
    <>
      <DialogButton kind="quiet" label={label} title={t(texts.reportTitle)(username)}>
        {(close) => <ReportForm username={username} onDone={close} />}
      </DialogButton>
      <Button kind="quiet" onClick={() => block.mutate()} isBlocked={block.isPending}>
        <Ban aria-hidden="true" />
        <span>{t(texts.block)}</span>
      </Button>
      <ErrorText error={block.error} />
    </>
  );
});

function ReportForm({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useText();
  const report = useReportName(username, onDone);
  return (
    <Form<'words'> submit={t(texts.report)} action={report} onSubmit={({ words }) => report.mutate(words)}>
      <TextArea label={t(texts.reportWords)} hint={t(texts.reportHint)} name="words" data-main {...limits.words} />
    </Form>
  );
}
