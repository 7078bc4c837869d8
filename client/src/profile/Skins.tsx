import { useMutation } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { OwnStats, Skin } from '../net/api';
import { skinIn } from '../strings/skins';
import { ErrorText } from '../ui/ErrorText';
import { SkinImage } from '../ui/SkinImage';
import { Spinner } from '../ui/Spinner';
import { LockedSkins } from './LockedSkins';
import { OwnedSkins } from './OwnedSkins';
import { USER_STATS_KEY } from './queries';
import classes from './Skins.module.css';
import { useSkinWords } from './useSkinWords';

/** Every skin: those that the user owns can be put on, the others say how one comes by them. */
export const Skins = observer(function Skins({ racer, token }: { racer: OwnStats; token: string }) {
  const strings = useStrings();
  const words = useSkinWords();
  const { session, notice, services } = useRoot();
  const [pointedAt, setPointedAt] = useState<Skin | null>(null);
  const change = useMutation({
    mutationFn: ({ filename }: Skin) => services.api.changeSkin(token, filename),
    onSuccess: async (_, { name }) => {
      notice.show(strings.profile.skins.changed(name));
      await Promise.all([session.check(), services.queries.invalidateQueries({ queryKey: [USER_STATS_KEY] })]);
    },
  });
  if (words === undefined) return <Spinner label={strings.common.loading} />;
  const owned = racer.skins.map((skin) => skinIn(words, skin));
  const worn = change.isPending ? change.variables.filename : racer.skin;
  const shown = pointedAt ?? owned.find(({ filename }) => filename === worn);
  return (
    <div className={classes.skins}>
      {shown && (
        <div className={classes.preview}>
          <SkinImage skin={shown.filename} size={112} />
          <div>
            <p className={classes.name}>{shown.name}</p>
            <p>{shown.description}</p>
          </div>
        </div>
      )}
      <ErrorText text={change.error && strings.errors.occurred(change.error.message)} />
      <OwnedSkins skins={owned} worn={worn} onPointAt={setPointedAt} onChoose={(skin) => change.mutate(skin)} />
      <LockedSkins skins={racer.toBeUnlocked} words={words} />
    </div>
  );
});
