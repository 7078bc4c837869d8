import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useQuery } from '../core/useQuery';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import type { ShopSkin } from '../net/api';
import { skinIn } from '../skins/skinWords';
import { Dialog } from '../ui/Dialog';
import { LoadFailed } from '../ui/EmptyState';
import { JesusPrayer, PurchaseForm } from './Checkout';
import { Countdown } from './Countdown';
import { shopQuery } from './queries';
import classes from './Shop.module.css';
import { ShopCards, ShopSkeleton } from './ShopCards';
import { SimulatedNotice } from './SimulatedNotice';

/** The skin that costs a prayer instead of money. */
const GIFT = 'jesus';

/** The shop; its stock rotates daily. */
export const Component = observer(function Shop() {
  const strings = useStrings();
  const { services } = useRoot();
  const { data, error, refetch } = useQuery(shopQuery(services.api));
  const [choice, setChoice] = useState<ShopSkin | null>(null);
  // The language may have changed since the choice.
  const chosen = choice && skinIn(strings.skins, choice);
  const { shop } = strings;
  const isGift = chosen?.filename === GIFT;
  const close = () => setChoice(null);
  return (
    <div className={classes.shop}>
      <header className={classes.header}>
        <h1>{shop.title}</h1>
        <p className="lead">
          <span>{`${shop.updates} `}</span>
          <Countdown endsAt={data?.endsAt ?? null} onEnd={refetch} />
        </p>
        <SimulatedNotice />
      </header>
      {data ? (
        <ShopCards skins={data.skins.map((skin) => skinIn(strings.skins, skin))} onChoose={setChoice} />
      ) : error ? (
        <LoadFailed title={shop.failed} error={error} onRetry={refetch} />
      ) : (
        <ShopSkeleton />
      )}
      <Dialog title={isGift ? shop.getJesus : shop.confirm} isOpen={chosen !== null} onClose={close}>
        {chosen && (isGift ? <JesusPrayer skin={chosen} onDone={close} /> : <PurchaseForm skin={chosen} />)}
      </Dialog>
    </div>
  );
});
