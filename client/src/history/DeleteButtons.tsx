import Trash2 from 'lucide-react/icons/trash-2';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { ErrorText } from '../ui/ErrorText';
import { useDelete } from './queries';
import * as texts from './texts';

/** Deletes the practice run `id`, and returns to the history. */
export function DeleteRun({ id }: { id: string }) {
  const t = useText();
  const { notice } = useRoot();
  const navigate = useNavigate();
  const leave = () => {
    // In one render; otherwise this screen would fetch the run again.
    flushSync(() => navigate(paths.history, { replace: true }));
    notice.show(t(texts.deletedOne));
  };
  return (
    <DialogButton kind="danger" label={<DeleteLabel text={t(texts.deleteRun)} />} title={t(texts.deleteRun)}>
      {(close) => <Confirm id={id} warning={t(texts.deleteRunText)} onDone={leave} onCancel={close} />}
    </DialogButton>
  );
}

/** Deletes every practice run. */
export function DeleteAll() {
  const t = useText();
  const { notice } = useRoot();
  return (
    <div>
      <DialogButton kind="danger" label={<DeleteLabel text={t(texts.deleteAll)} />} title={t(texts.deleteAll)}>
        {(close) => (
          <Confirm
            id={null}
            warning={t(texts.deleteAllText)}
            onDone={() => {
              close();
              notice.show(t(texts.deletedAll));
            }}
            onCancel={close}
          />
        )}
      </DialogButton>
    </div>
  );
}

function DeleteLabel({ text }: { text: string }) {
  return (
    <>
      <Trash2 aria-hidden="true" />
      <span>{text}</span>
    </>
  );
}

interface ConfirmProps {
  /** Null for all runs. */
  id: string | null;
  warning: string;
  onDone: () => void;
  onCancel: () => void;
}

function Confirm({ id, warning, onDone, onCancel }: ConfirmProps) {
  const t = useText();
  const deletion = useDelete(onDone);
  return (
    <div className="stack">
      <p>{warning}</p>
      <ErrorText error={deletion.error} hasPrefix isBoxed />
      <div className="cluster">
        <Button kind="danger" onClick={() => deletion.mutate(id)} isBlocked={deletion.isPending}>
          {t(texts.confirmDelete)}
        </Button>
        <Button onClick={onCancel} data-main>
          {t(texts.cancel)}
        </Button>
      </div>
    </div>
  );
}
