import { observer } from 'mobx-react-lite';
import { useRoot } from '../hooks/useRoot';
import classes from './Notice.module.css';
import { SkinImage } from './SkinImage';

/** The pop-up at the foot of the page, read out when it appears. */
export const Notice = observer(function Notice() {
  const { notice } = useRoot();
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {notice.text !== null && (
        <p key={notice.text} className={classes.notice}>
          {notice.skin !== null && (
            <span className={classes.skin}>
              <SkinImage skin={notice.skin} size={72} />
            </span>
          )}
          <span>{notice.text}</span>
        </p>
      )}
    </div>
  );
});
