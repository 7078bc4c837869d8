import CircleAlert from 'lucide-react/icons/circle-alert';
import LogIn from 'lucide-react/icons/log-in';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import type { PaidOrder } from '../net/api';
import { NewSkin } from '../skins/NewSkin';
import { skinName, skinWords } from '../skins/skinWords';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useCompletePurchase } from './queries';
import classes from './Shop.module.css';
import { SimulatedNotice } from './SimulatedNotice';
import * as texts from './texts';

/** The screen after an approved payment. The `token` in its address is the payment provider's, not the session's. */
export function Component() {
  const [query] = useSearchParams();
  const paymentId = query.get('paymentId');
  const payerId = query.get('PayerID');
  const skin = query.get('skin');
  if (!paymentId || !query.get('token') || !payerId || !skin) return <Navigate to={paths.home} replace />;
  // Guests call the server, too: its refusal leads them to the login.
  return (
    <div className={classes.payment}>
      <Payment order={{ paymentId, payerId, skin }} />
      <SimulatedNotice />
    </div>
  );
}

/** Completes the payment, and shows its result. */
const Payment = observer(function Payment({ order }: { order: PaidOrder }) {
  const t = useText();
  const format = useFormat();
  const { session } = useRoot();
  const { token } = session;
  const { data, error, variables: sentToken, mutate: complete } = useCompletePurchase(order);
  const needsLogin = error instanceof ApiError && error.isUnauthorized;
  const hasLoggedIn = needsLogin && token !== null && token !== sentToken;
  useEffect(() => {
    if (sentToken === undefined || hasLoggedIn) complete(token);
  }, [sentToken, hasLoggedIn, token, complete]);
  const returnHere = useReturnHere();
  const toShop = <ButtonLink to={paths.shop}>{t(texts.shopContinue)}</ButtonLink>;
  if (data) {
    const name = skinName(t(skinWords), data.filename, data.name);
    return (
      <StatusPage
        picture={<NewSkin skin={data.filename} alt={name} />}
        title={t(texts.successful)}
        role="status"
        isFramed
        actions={
          <>
            {session.username !== null && (
              <ButtonLink kind="primary" to={paths.user(session.username)}>
                {t(texts.toProfile)}
              </ButtonLink>
            )}
            {toShop}
          </>
        }
      >
        <p className={classes.question}>{t(texts.thanks)}</p>
        <p>{t(texts.bought)(name, format.price(data.price))}</p>
        <p className="soft">{t(texts.invoice)}</p>
      </StatusPage>
    );
  }
  if (!error) return <StatusPage picture={<Logo size={96} />} title={t(texts.awaiting)} role="status" isFramed />;
  return (
    <StatusPage
      picture={
        needsLogin ? (
          <LogIn color="var(--accent)" size={56} aria-hidden="true" />
        ) : (
          <CircleAlert color="var(--wrong)" size={56} aria-hidden="true" />
        )
      }
      title={needsLogin ? t(texts.loginToPay) : t(texts.paymentFailed)}
      role={needsLogin ? 'alert' : undefined}
      isFramed
      actions={
        <>
          {needsLogin && (
            <ButtonLink kind="primary" to={paths.login} state={returnHere}>
              {t(commonTexts.login)}
            </ButtonLink>
          )}
          {canRetry(error) && (
            <Button kind="primary" onClick={() => complete(token)}>
              {t(commonTexts.retry)}
            </Button>
          )}
          {toShop}
          {!needsLogin && <ButtonLink to={paths.home}>{t(commonTexts.home)}</ButtonLink>}
        </>
      }
    >
      {!needsLogin && <ErrorText error={error} />}
    </StatusPage>
  );
});

/** Returns whether a retry may succeed: the server was not reached, or the payment is not settled yet. */
function canRetry(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 402 || error.status >= 429);
}
