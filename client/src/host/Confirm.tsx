import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { type Action, ErrorText } from '../ui/ErrorText';
import * as texts from './texts';

interface Props {
  warning: string;
  /** The label of the button that does it. */
  label: string;
  action: Action;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ warning, label, action, onConfirm, onCancel }: Props) {
  const t = useText();
  return (
    <div className="stack">
      <p>{warning}</p>
      <ErrorText error={action.error} hasPrefix isBoxed />
      <div className="cluster">
        <Button kind="danger" onClick={onConfirm} isBlocked={action.isPending}>
          {label}
        </Button>
        <Button onClick={onCancel} data-main>
          {t(texts.cancel)}
        </Button>
      </div>
    </div>
  );
}
