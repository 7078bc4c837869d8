import { observer } from 'mobx-react-lite';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { useTitle } from '../ui/useTitle';
import { Payment } from './Payment';
import classes from './ShopSuccess.module.css';
import { SimulatedNotice } from './SimulatedNotice';

/** Where the payment provider sends the buyer back to: its `token` names the order, and is not the session's. */
export const Component = observer(function ShopSuccess() {
  const strings = useStrings();
  const { session } = useRoot();
  const [query] = useSearchParams();
  useTitle(strings.title(strings.shop.title));
  const paymentId = query.get('paymentId');
  const payerId = query.get('PayerID');
  const skin = query.get('skin');
  if (!paymentId || !query.get('token') || !payerId || !skin) return <Navigate to={paths.home} replace />;
  // Without a session the server is asked all the same: its refusal says what is missing.
  return (
    <div className={classes.screen}>
      <Payment token={session.token ?? ''} order={{ paymentId, payerId, skin }} />
      <SimulatedNotice />
    </div>
  );
});
