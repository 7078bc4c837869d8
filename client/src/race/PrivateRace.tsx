import UsersRound from 'lucide-react/icons/users-round';
import { lazyPart } from '../core/lazyPart';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { Skeleton } from '../ui/Loading';
import * as texts from './private.texts';
import type { OpenRoom } from './useOpenRoom';

const CodeForm = lazyPart(() => import('./CodeForm').then(({ CodeForm }) => CodeForm), {
  whileLoading: <Skeleton height="10rem" />,
  id: 'CodeForm',
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
        {() => <CodeForm />}
      </DialogButton>
    </>
  );
}
