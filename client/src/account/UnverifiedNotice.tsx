import MailWarning from 'lucide-react/icons/mail-warning';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useResendVerification } from './queries';
import * as texts from './texts';
import classes from './UnverifiedNotice.module.css';

/** Reminds users to verify their email address, and resends the email. */
export function UnverifiedNotice() {
  const t = useText();
  const resend = useResendVerification();
  return (
    <section className={classes.notice}>
      <MailWarning aria-hidden="true" />
      <div className={classes.text}>
        <p>{t(texts.unverified)}</p>
        <ErrorText error={resend.error} />
      </div>
      <Button onClick={() => resend.mutate()} isBlocked={resend.isPending || resend.isSuccess}>
        {t(texts.resend)}
      </Button>
    </section>
  );
}
