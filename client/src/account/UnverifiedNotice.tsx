import { useMutation } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import classes from './UnverifiedNotice.module.css';

/** Reminds users of the mail that verifies their address, and sends it once more. */
export function UnverifiedNotice({ token }: { token: string }) {
  const strings = useStrings();
  const { services, notice } = useRoot();
  const resend = useMutation({
    mutationFn: () => services.api.verifyAnother(token),
    onSuccess: () => notice.show(strings.settings.resent),
  });
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
