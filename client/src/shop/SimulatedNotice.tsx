import { observer } from 'mobx-react-lite';
import { useQuery } from '../core/useQuery';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { shopQuery } from './queries';
import classes from './Shop.module.css';

/** The shop's notice that payments are simulated, if they are. */
export const SimulatedNotice = observer(function SimulatedNotice() {
  const strings = useStrings();
  const { services } = useRoot();
  const { data } = useQuery(shopQuery(services.api));
  return data?.simulated ? <p className={classes.simulated}>{strings.shop.simulated}</p> : null;
});
