import { useText } from '../core/useText';
import { useShop } from './queries';
import classes from './Shop.module.css';
import * as texts from './texts';

/** The shop's notice that payments are simulated, if they are. */
export function SimulatedNotice() {
  const t = useText();
  const { data } = useShop();
  return data?.simulated ? <p className={classes.simulated}>{t(texts.simulated)}</p> : null;
}
