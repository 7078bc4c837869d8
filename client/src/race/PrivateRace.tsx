import { UsersRound } from 'lucide-react';
import { useScript } from '../core/useScript';
import { useText } from '../core/useText';
import { loadScript, Script } from '../platform/loading';
import { Button } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { Skeleton } from '../ui/Loading';
import * as texts from './private.texts';
import type { OpenRoom } from './useOpenRoom';

const form = new Script(async () => {
  const { CodeForm } = await loadScript('CodeForm', () => import('./CodeForm'));
  return CodeForm;
});

/** The ways into a private race: opening one as `room` does, and joining with the code of one. */
export function PrivateRace({ room }: { room: OpenRoom }) {
  const t = useText();
  return (
    <>
      <Button onClick={room.open} isBlocked={room.isOpening}>
        <UsersRound aria-hidden="true" />
        <span>{t(texts.privateRace)}</span>
      </Button>
      <DialogButton kind="quiet" label={t(texts.enterCode)} title={t(texts.enterCode)}>
        {() => <Form />}
      </DialogButton>
    </>
  );
}

function Form() {
  const CodeForm = useScript(form);
  return CodeForm ? <CodeForm /> : <Skeleton height="10rem" />;
}
