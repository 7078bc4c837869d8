import { MailWarning } from 'lucide-react';
import { useStrings } from '../app/useStrings';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useResendVerification } from './queries';
import classes from './UnverifiedNotice.module.css';

/** Reminds users of the mail that verifies their address, and sends it once more. */
export function UnverifiedNotice() {
  const strings = useStrings();
  const resend = useResendVerification();
  return (
    <section className={classes.notice}>
      <MailWarning aria-hidden="true" />
      <div className={classes.text}>
        <p>{strings.settings.unverified}</p>
        <ErrorText text={resend.error && strings.errors.occurred(resend.error.message)} />
      </div>
      <Button onClick={() => resend.mutate()} isBlocked={resend.isPending || resend.isSuccess}>
        {strings.settings.resend}
      </Button>
    </section>
  );
}
