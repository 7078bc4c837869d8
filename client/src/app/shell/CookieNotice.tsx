import { observer } from 'mobx-react-lite';
import { useLocation } from 'react-router';
import { paths } from '../../core/paths';
import { useRoot } from '../../core/useRoot';
import { useStrings } from '../../core/useStrings';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { RichText } from '../../ui/RichText';

/** The screens that the notice links to and must not cover. */
const HIDDEN_ON: readonly string[] = [paths.terms, paths.disclaimer];

/** Asks for consent to the necessary cookies and data until it is given. */
export const CookieNotice = observer(function CookieNotice() {
  const strings = useStrings();
  const { consent } = useRoot();
  const { pathname } = useLocation();
  const isHidden = consent.isGiven || HIDDEN_ON.includes(pathname.replace(/\/$/, ''));
  return (
    <Dialog
      title={strings.cookies.title}
      isOpen={!isHidden}
      actions={
        <Button kind="primary" data-main onClick={() => consent.give()}>
          {strings.cookies.accept}
        </Button>
      }
    >
      <p>
        <RichText text={strings.cookies.text} />
      </p>
    </Dialog>
  );
});
