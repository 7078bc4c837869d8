import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorText } from '../../components/ErrorText';
import { SkinImage } from '../../components/SkinImage';
import { useRoot } from '../../hooks/useRoot';
import { useStrings } from '../../hooks/useStrings';
import type { OwnStats, Skin } from '../../net/api';
import { USER_STATS_KEY } from '../../queries/userStats';
import { LockedSkins } from './LockedSkins';
import { OwnedSkins } from './OwnedSkins';
import classes from './Skins.module.css';

/** Every skin: those that the user owns can be put on, the others say how one comes by them. */
export function Skins({ racer, token }: { racer: OwnStats; token: string }) {
  const strings = useStrings();
  const { session, notice, world } = useRoot();
  const [pointedAt, setPointedAt] = useState<Skin | null>(null);
  const change = useMutation({
    mutationFn: ({ filename }: Skin) => world.api.changeSkin(token, filename),
    onSuccess: async (_, { name }) => {
      notice.show(strings.profile.skins.changed(name));
      await Promise.all([session.check(), world.queries.invalidateQueries({ queryKey: [USER_STATS_KEY] })]);
    },
  });
  const worn = change.isPending ? change.variables.filename : racer.skin;
  const shown = pointedAt ?? racer.skins.find(({ filename }) => filename === worn);
  return (
    <div className={classes.skins}>
      {shown && (
        <div className={classes.preview}>
          <SkinImage skin={shown.filename} size={112} />
          <div>
            <p className={classes.name}>{shown.name}</p>
            {/* The catalogue of skins is written in English. */}
            <p lang="en">{shown.description}</p>
          </div>
        </div>
      )}
      <ErrorText text={change.error && strings.errors.occurred(change.error.message)} />
      <OwnedSkins skins={racer.skins} worn={worn} onPointAt={setPointedAt} onChoose={(skin) => change.mutate(skin)} />
      <LockedSkins skins={racer.toBeUnlocked} />
    </div>
  );
}
