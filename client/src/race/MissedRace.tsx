import { useQuery } from '@tanstack/react-query';
import Feather from 'lucide-react/icons/feather';
import { observer } from 'mobx-react-lite';
import { paths } from '../core/paths';
import { useApi } from '../core/useApi';
import { useText } from '../core/useText';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import * as texts from './texts';
import { useOpenRoom } from './useOpenRoom';
import { useWatchable } from './useWatchable';

interface Props {
  /** The room of the race that was missed. */
  code: string;
  /** Called when the visitor chooses to watch. */
  onChosen?: () => void;
}

/**
 * The ways on from a race that has begun or ended: another race, the same one for watchers if it is public and runs, and
 * its replay if somebody has finished.
 */
export const MissedRace = observer(function MissedRace({ code, onChosen }: Props) {
  const t = useText();
  const room = useOpenRoom();
  const api = useApi();
  const live = useWatchable(false).data?.races.some((race) => race.code === code && race.running !== null);
  const { data } = useQuery({
    queryKey: ['raceOfRoom', code, api.token],
    queryFn: () => api.post('/api/replay/room', { code, ...api.identity }),
    retry: false,
  });
  return (
    <>
      <Button kind="primary" onClick={room.open} isBlocked={room.isOpening}>
        <Feather aria-hidden="true" />
        <span>{t(texts.raceNow)}</span>
      </Button>
      {live && (
        <ButtonLink to={paths.watchRace(code)} onClick={onChosen}>
          {t(texts.watchLive)}
        </ButtonLink>
      )}
      {data?.race && (
        <ButtonLink to={paths.replay(data.race)} onClick={onChosen}>
          {t(texts.watch)}
        </ButtonLink>
      )}
      <ErrorText error={room.error} />
    </>
  );
});
