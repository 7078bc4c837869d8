import Ban from 'lucide-react/icons/ban';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useBlock } from './queries';
import { ReportButton } from './ReportButton';
import * as texts from './texts';

interface Props {
  username: string;
  /** The code of the room in which their run is reported; otherwise, it is their name. */
  room?: string | undefined;
}

/** The buttons with which users report another racer, and block them. */
export const ReportAndBlock = observer(function ReportAndBlock({ username, room }: Props) {
  const t = useText();
  const { session } = useRoot();
  const block = useBlock(username);
  if (!session.isLoggedIn) return null;
  return (
    <>
      <ReportButton thing={room === undefined ? { kind: 'name', username } : { kind: 'replay', username, room }} />
      <Button
        kind="quiet"
        onClick={() => block.mutate()}
        isBlocked={block.isPending}
        aria-label={t(texts.blockUser)(username)}
      >
        <Ban aria-hidden="true" />
        <span>{t(texts.block)}</span>
      </Button>
      <ErrorText error={block.error} />
    </>
  );
});
