import { observer } from 'mobx-react-lite';
import { LoginPrompt } from '../account/LoginPrompt';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { ShopSkin } from '../net/api';
import { useRestored } from '../platform/useRestored';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { RichText } from '../ui/RichText';
import { SkinImage } from '../ui/SkinImage';
import classes from './PurchaseForm.module.css';
import { useBuy } from './queries';

/** Asks whether the visitor means it, and takes them to the payment. */
export const PurchaseForm = observer(function PurchaseForm({ skin }: { skin: ShopSkin }) {
  const strings = useStrings();
  const { session } = useRoot();
  const { shop } = strings;
  const buy = useBuy();
  // With the call, so that who closes the dialog meanwhile is not taken to a payment any more.
  const pay = () => buy.mutate(skin.filename, { onSuccess: ({ link }) => window.location.assign(link) });
  // Who comes back from the payment may try again.
  useRestored(buy.reset);
  return (
    <div className={classes.purchase}>
      <SkinImage skin={skin.filename} size={160} />
      <p className={classes.question}>{shop.question(skin.name, strings.format.decimals(skin.price))}</p>
      <p className={classes.consent}>
        <RichText text={shop.consent} />
      </p>
      {session.isLoggedIn ? (
        <>
          <ErrorText text={buy.error?.message ?? null} />
          <Button kind="primary" data-main onClick={pay} isBlocked={buy.isPending || buy.isSuccess}>
            {shop.pay}
          </Button>
        </>
      ) : (
        <LoginPrompt reason={shop.needLogin} skin={null} />
      )}
    </div>
  );
});
