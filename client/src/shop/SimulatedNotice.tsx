import { observer } from 'mobx-react-lite';
import { useQuery } from '../core/useQuery';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { shopQuery } from './queries';
import classes from './Shop.module.css';
import * as texts from './texts';

/** The shop's notice that payments are simulated, if they are. */
export const SimulatedNotice = observer(function SimulatedNotice() {
  const t = useText();
  const { services } = useRoot();
  const { data } = useQuery(shopQuery(services.api));
  return data?.simulated ? <p className={classes.simulated}>{t(texts.simulated)}</p> : null;
});
