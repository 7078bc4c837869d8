import { useState } from 'react';
import { useFormat, useText } from '../core/useText';
import type { ShopSkin } from '../net/api';
import { skinIn, skinWords } from '../skins/skinWords';
import { Dialog } from '../ui/Dialog';
import { LoadFailed } from '../ui/EmptyState';
import { JesusPrayer, PurchaseForm } from './Checkout';
import { useShop } from './queries';
import { RotationTimer } from './RotationTimer';
import classes from './Shop.module.css';
import { ShopCards, ShopSkeleton } from './ShopCards';
import { SimulatedNotice } from './SimulatedNotice';
import * as texts from './texts';

/** The skin that costs a prayer instead of money. */
const GIFT = 'jesus';

/** The shop; its stock rotates daily. */
export function Component() {
  const t = useText();
  const moment = useFormat().dates({ timeStyle: 'short' });
  const { data, error, refetch } = useShop();
  const [choice, setChoice] = useState<ShopSkin | null>(null);
  // The language may have changed since the choice.
  const chosen = choice && skinIn(t(skinWords), choice);
  const isGift = chosen?.filename === GIFT;
  const close = () => setChoice(null);
  return (
    <div className={classes.shop}>
      <header className={classes.header}>
        <h1>{t(texts.title)}</h1>
        <p className="lead">
          <span>{`${t(texts.updates)} `}</span>
          <RotationTimer endsAt={data?.endsAt ?? null} onEnd={refetch} />
          {data && <span>{` ${t(texts.localTime)(moment.format(clockTime(data.endsAt)))}`}</span>}
        </p>
        <SimulatedNotice />
      </header>
      {data ? (
        <ShopCards skins={data.skins.map((skin) => skinIn(t(skinWords), skin))} onChoose={setChoice} />
      ) : error ? (
        <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />
      ) : (
        <ShopSkeleton />
      )}
      <Dialog title={isGift ? t(texts.getJesus) : t(texts.confirm)} isOpen={chosen !== null} onClose={close}>
        {chosen && (isGift ? <JesusPrayer skin={chosen} onDone={close} /> : <PurchaseForm skin={chosen} />)}
      </Dialog>
    </div>
  );
}

/** The time of this device at a moment by `performance.now`, to the minute. */
function clockTime(at: number): number {
  return Math.round((Date.now() + at - performance.now()) / 60_000) * 60_000;
}
