import { observer } from 'mobx-react-lite';
import { useRoot } from '../hooks/useRoot';
import classes from './Notice.module.css';

/** The pop-up at the foot of the page, read out when it appears. */
export const Notice = observer(function Notice() {
  const { notice } = useRoot();
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {notice.text !== null && <p className={classes.notice}>{notice.text}</p>}
    </div>
  );
});
