import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../hooks/useRoot';
import { useStrings } from '../hooks/useStrings';
import { IconButton } from './IconButton';
import classes from './Notice.module.css';
import { SkinImage } from './SkinImage';

/** The pop-up at the foot of the page, read out when it appears. */
export const Notice = observer(function Notice() {
  const strings = useStrings();
  const { notice } = useRoot();
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {notice.text !== null && (
        <div key={notice.text} className={classes.notice}>
          {notice.skin !== null && (
            <span className={classes.skin}>
              <SkinImage skin={notice.skin} size={72} />
            </span>
          )}
          <p>{notice.text}</p>
          {notice.isKept && (
            <IconButton label={strings.common.close} onClick={() => notice.dismiss()}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
});
