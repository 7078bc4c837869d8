import { observer } from 'mobx-react-lite';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import type { ShopSkin } from '../net/api';
import { useRestored } from '../platform/useRestored';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { LoginPrompt } from '../ui/LoginPrompt';
import { RichText } from '../ui/RichText';
import { SkinImage } from '../ui/SkinImage';
import { useBuy, useTakeGift } from './queries';
import classes from './Shop.module.css';
import * as texts from './texts';

/** Confirms a purchase, and leads to the payment. */
export const PurchaseForm = observer(function PurchaseForm({ skin }: { skin: ShopSkin }) {
  const t = useText();
  const format = useFormat();
  const { session } = useRoot();
  const buy = useBuy();
  // Passed to the call: once the dialog is closed, the answer no longer redirects to the payment.
  const pay = () => buy.mutate(skin.filename, { onSuccess: ({ link }) => window.location.assign(link) });
  // Visitors who come back from the payment may try again.
  useRestored(buy.reset);
  return (
    <div className={classes.checkout}>
      <SkinImage skin={skin.filename} size={160} />
      <p className={classes.question}>{t(texts.question)(skin.name, format.price(skin.price))}</p>
      <p className="note">
        <RichText text={t(texts.consent)} />
      </p>
      {session.token !== null ? (
        <>
          <ErrorText error={buy.error} />
          <Button kind="primary" data-main onClick={pay} isBlocked={buy.isPending || buy.isSuccess}>
            {t(texts.pay)}
          </Button>
        </>
      ) : (
        <LoginPrompt reason={t(texts.needLogin)} skin={null} />
      )}
    </div>
  );
});

/** Gives the free skin for an Amen. */
export const JesusPrayer = observer(function JesusPrayer({ skin, onDone }: { skin: ShopSkin; onDone: () => void }) {
  const t = useText();
  const { session } = useRoot();
  const amen = useTakeGift(onDone);
  return (
    <div className={classes.checkout}>
      <SkinImage skin={skin.filename} size={160} />
      {session.token === null && <LoginPrompt reason={t(texts.needLogin)} skin={null} />}
      <blockquote className={classes.prayer}>
        {t(texts.prayer).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </blockquote>
      {session.token !== null && (
        <>
          <ErrorText error={amen.error} />
          <Button kind="primary" data-main onClick={() => amen.mutate(skin.filename)} isBlocked={amen.isPending}>
            {t(texts.amen)}
          </Button>
        </>
      )}
    </div>
  );
});
