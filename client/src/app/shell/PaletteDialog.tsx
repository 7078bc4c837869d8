import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { lazyPart } from '../../core/lazyPart';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { useOpenPrivateRace, useOpenRoom } from '../../race/useOpenRoom';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Loading';
import { useErrorText } from '../../ui/useErrorText';
import * as texts from './texts';

const Palette = lazyPart(() => import('../palette/Palette').then(({ Palette }) => Palette), {
  whileLoading: <Skeleton height="26rem" />,
  id: 'Palette',
});

/** The palette, opened by its shortcut or a button of the navigation. */
export const PaletteDialog = observer(function PaletteDialog() {
  const t = useText();
  const { notice, palette } = useRoot();
  // Here, because it outlives the palette.
  const room = useOpenRoom();
  const privateRace = useOpenPrivateRace();
  const error = useErrorText(room.error ?? privateRace.error);
  useEffect(() => {
    if (error !== null) notice.show(error);
  }, [error, notice]);
  return (
    <Dialog title={t(texts.find)} isOpen={palette.isOpen} onClose={() => palette.close()}>
      {palette.isOpen && <Palette onOpenRoom={room.open} onOpenPrivateRace={privateRace.open} />}
    </Dialog>
  );
});
