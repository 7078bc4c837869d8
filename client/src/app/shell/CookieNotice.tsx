import { observer } from 'mobx-react-lite';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../core/paths';
import { returnOf } from '../../core/returnTo';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { RichText } from '../../ui/RichText';
import * as texts from './texts';

/** The screens that the notice links to and must not cover. */
const HIDDEN_ON: readonly string[] = [paths.terms, paths.disclaimer];

/** Asks for consent to the necessary cookies and data until it is given. Then leads on to where the visitor wanted to go. */
export const CookieNotice = observer(function CookieNotice() {
  const t = useText();
  const { consent } = useRoot();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const accept = () => {
    consent.give();
    const next = pathname === paths.home ? returnOf(state, window.location.origin) : null;
    if (next !== null) navigate(next, { replace: true });
  };
  const isHidden = consent.isGiven || HIDDEN_ON.includes(pathname.replace(/\/$/, ''));
  return (
    <Dialog
      title={t(texts.cookiesTitle)}
      isOpen={!isHidden}
      actions={
        <Button kind="primary" data-main onClick={accept}>
          {t(texts.accept)}
        </Button>
      }
    >
      <p>
        <RichText text={t(texts.cookiesText)} />
      </p>
    </Dialog>
  );
});
