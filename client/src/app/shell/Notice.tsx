import X from 'lucide-react/icons/x';
import { observer } from 'mobx-react-lite';
import * as commonTexts from '../../core/texts';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { IconButton } from '../../ui/Button';
import { SkinImage } from '../../ui/SkinImage';
import classes from './Notice.module.css';

/** The pop-up at the bottom of the page, announced when it appears. */
export const Notice = observer(function Notice() {
  const t = useText();
  const { notice } = useRoot();
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {notice.text !== null && (
        <div key={notice.key} className={classes.notice}>
          {notice.skin !== null && (
            <span className={classes.skin}>
              <SkinImage skin={notice.skin} size={72} />
            </span>
          )}
          <div>{notice.text}</div>
          {notice.isKept && (
            <IconButton label={t(commonTexts.close)} onClick={() => notice.dismiss()}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
});
