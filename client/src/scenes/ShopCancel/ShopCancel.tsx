import { ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { SimulatedNotice } from '../../components/SimulatedNotice';
import { useStrings } from '../../hooks/useStrings';
import { useTitle } from '../../hooks/useTitle';
import { paths } from '../../paths';
import classes from './ShopCancel.module.css';

/** Where the payment provider sends who changed their mind. */
export function Component() {
  const strings = useStrings();
  useTitle(strings.title(strings.shop.title));
  return (
    <div className={classes.screen}>
      <Logo size={84} />
      <h1>{strings.shop.canceled}</h1>
      <p className={classes.text}>{strings.shop.canceledText}</p>
      <div className={classes.actions}>
        <ButtonLink to={paths.home}>{strings.common.home}</ButtonLink>
        <ButtonLink kind="primary" to={paths.shop}>
          {strings.shop.continue}
        </ButtonLink>
      </div>
      <SimulatedNotice />
    </div>
  );
}
