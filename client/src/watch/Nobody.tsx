import Feather from 'lucide-react/icons/feather';
import { observer } from 'mobx-react-lite';
import { useText } from '../core/useText';
import { useOpenRoom } from '../race/useOpenRoom';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorText } from '../ui/ErrorText';
import { SkinImage } from '../ui/SkinImage';
import * as texts from './texts';

/** Says that no race runs, and invites to one. */
export const Nobody = observer(function Nobody() {
  const t = useText();
  const room = useOpenRoom();
  return (
    <EmptyState>
      <SkinImage skin="hummingbird" size={72} />
      <p>{t(texts.nobody)}</p>
      <Button onClick={room.open} isBlocked={room.isOpening}>
        <Feather aria-hidden="true" />
        <span>{t(texts.raceNow)}</span>
      </Button>
      <ErrorText error={room.error} />
    </EmptyState>
  );
});
