import { observer } from 'mobx-react-lite';
import type { RootStore } from '../core/RootStore';
import { useText } from '../core/useText';
import * as texts from './texts';

/** Returns every setting to its default, and offers to undo that where the visitor is. */
export function resetSettings({ settings, notice }: RootStore): void {
  const undo = settings.reset();
  const dismiss = notice.keep(() => (
    <WasReset
      onUndo={() => {
        undo();
        dismiss();
      }}
    />
  ));
}

const WasReset = observer(function WasReset({ onUndo }: { onUndo: () => void }) {
  const t = useText();
  return (
    <>
      <span>{`${t(texts.wasReset)} `}</span>
      <button type="button" className="link" onClick={onUndo}>
        {t(texts.undo)}
      </button>
    </>
  );
});
