import Flag from 'lucide-react/icons/flag';
import limits from '../../openapi/limits.json';
import { useText } from '../core/useText';
import { DialogButton } from '../ui/DialogButton';
import { TextArea } from '../ui/Field';
import { Form } from '../ui/Form';
import { type Reportable, useReport } from './queries';
import * as texts from './texts';

/** A button with a form that reports something to the admins. For users only. */
export function ReportButton({ thing }: { thing: Reportable }) {
  const t = useText();
  // A run in the standings needs no other word than its racer.
  const kind = 'room' in thing ? 'name' : thing.kind;
  const label = (
    <>
      <Flag aria-hidden="true" />
      <span>{t(texts.report)[kind]}</span>
    </>
  );
  const title = thing.kind === 'text' ? t(texts.titleOfText) : t(texts.title)(thing.username);
  return (
    <DialogButton kind="quiet" label={label} title={title} aria-label={kind === 'name' ? title : undefined}>
      {(close) => <ReportForm thing={thing} onDone={close} />}
    </DialogButton>
  );
}

function ReportForm({ thing, onDone }: { thing: Reportable; onDone: () => void }) {
  const t = useText();
  const report = useReport(thing, onDone);
  return (
    <Form<'words'> submit={t(texts.send)} action={report} onSubmit={({ words }) => report.mutate(words)}>
      <TextArea label={t(texts.words)} hint={t(texts.hint)} name="words" data-main {...limits.words} />
    </Form>
  );
}
