import { CircleAlert, LogIn } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { ApiError } from '../net/ApiError';
import type { PaidOrder } from '../net/api';
import { NewSkin } from '../profile/NewSkin';
import { skinName } from '../strings/skins';
import { Button, ButtonLink } from '../ui/Button';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import { useCompletePurchase } from './queries';
import classes from './ShopSuccess.module.css';
import { SimulatedNotice } from './SimulatedNotice';

/** Where the payment provider sends the buyer back to: its `token` names the order, and is not the session's. */
export const Component = observer(function ShopSuccess() {
  const strings = useStrings();
  const [query] = useSearchParams();
  useTitle(strings.title(strings.shop.title));
  const paymentId = query.get('paymentId');
  const payerId = query.get('PayerID');
  const skin = query.get('skin');
  if (!paymentId || !query.get('token') || !payerId || !skin) return <Navigate to={paths.home} replace />;
  // Without a session the server is asked all the same: its refusal says what is missing.
  return (
    <div className={classes.screen}>
      <Payment order={{ paymentId, payerId, skin }} />
      <SimulatedNotice />
    </div>
  );
});

/** Completes the payment, and hands over what was bought. */
const Payment = observer(function Payment({ order }: { order: PaidOrder }) {
  const strings = useStrings();
  const { session } = useRoot();
  const { token } = session;
  const { data, error, variables: sentToken, mutate } = useCompletePurchase(order);
  const needsLogin = error instanceof ApiError && error.isUnauthorized;
  const hasLoggedIn = needsLogin && token !== null && token !== sentToken;
  useEffect(() => {
    if (sentToken === undefined || hasLoggedIn) mutate(token);
  }, [sentToken, hasLoggedIn, token, mutate]);
  // They are here before the payment is.
  const name = data ? skinName(strings.skins, data.filename, data.name) : '';
  const { pathname, search } = useLocation();
  const { shop } = strings;
  if (data) {
    return (
      <StatusPage
        picture={<NewSkin skin={data.filename} alt={name} />}
        title={shop.successful}
        role="status"
        isFramed
        ways={
          <>
            {session.username !== null && (
              <ButtonLink kind="primary" to={paths.user(session.username)}>
                {shop.toProfile}
              </ButtonLink>
            )}
            <ButtonLink to={paths.shop}>{shop.continue}</ButtonLink>
          </>
        }
      >
        <p className={classes.thanks}>{shop.thanks}</p>
        <p>{shop.bought(name, strings.format.decimals(data.price))}</p>
        <p className={classes.note}>{shop.invoice}</p>
      </StatusPage>
    );
  }
  if (needsLogin) {
    return (
      <StatusPage
        picture={<LogIn className={classes.waiting} size={56} aria-hidden="true" />}
        title={shop.loginToPay}
        isFramed
        ways={
          <>
            <ButtonLink kind="primary" to={paths.login} state={{ next: pathname + search }}>
              {strings.nav.login}
            </ButtonLink>
            <ButtonLink to={paths.shop}>{shop.continue}</ButtonLink>
          </>
        }
      >
        <p role="alert">{error.message}</p>
      </StatusPage>
    );
  }
  if (error) {
    return (
      <StatusPage
        picture={<CircleAlert className={classes.bad} size={56} aria-hidden="true" />}
        title={shop.paymentFailed}
        isFramed
        ways={
          <>
            {canChange(error) && (
              <Button kind="primary" onClick={() => mutate(token)}>
                {strings.common.retry}
              </Button>
            )}
            <ButtonLink to={paths.shop}>{shop.continue}</ButtonLink>
            <ButtonLink to={paths.home}>{strings.common.home}</ButtonLink>
          </>
        }
      >
        <p role="alert">{error.message}</p>
      </StatusPage>
    );
  }
  return <StatusPage picture={<Logo size={96} />} title={shop.awaiting} role="status" isFramed />;
});

/** Whether the same call may be answered otherwise later: nobody was reached, or the payment is not settled yet. */
function canChange(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 402 || error.status >= 429);
}
