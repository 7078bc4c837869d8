import { MailWarning } from 'lucide-react';
import { useStrings } from '../core/useStrings';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useResendVerification } from './queries';
import classes from './UnverifiedNotice.module.css';

/** Reminds users to verify their email address, and resends the email. */
export function UnverifiedNotice() {
  const { settings } = useStrings();
  const resend = useResendVerification();
  return (
    <section className={classes.notice}>
      <MailWarning aria-hidden="true" />
      <div className={classes.text}>
        <p>{settings.unverified}</p>
        <ErrorText error={resend.error} />
      </div>
      <Button onClick={() => resend.run()} isBlocked={resend.isPending || resend.isSuccess}>
        {settings.resend}
      </Button>
    </section>
  );
}
