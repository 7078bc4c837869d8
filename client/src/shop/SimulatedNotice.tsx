import { useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { shopQuery } from './queries';
import classes from './SimulatedNotice.module.css';

/** Says on every page of the shop that no money moves, where that is so. */
export const SimulatedNotice = observer(function SimulatedNotice() {
  const strings = useStrings();
  const { services } = useRoot();
  const { data } = useQuery(shopQuery(services.api));
  return data?.simulated ? <p className={classes.notice}>{strings.shop.simulated}</p> : null;
});
