import CircleCheck from 'lucide-react/icons/circle-check';
import { useFormat, useText } from '../core/useText';
import type { ShopSkin } from '../net/api';
import { Loading, Skeleton } from '../ui/Loading';
import { SkinImage } from '../ui/SkinImage';
import classes from './ShopCards.module.css';
import * as texts from './texts';

/** The skins on sale today. */
export function ShopCards({ skins, onChoose }: { skins: readonly ShopSkin[]; onChoose: (skin: ShopSkin) => void }) {
  const t = useText();
  return (
    <ul className={classes.cards} aria-label={t(texts.today)}>
      {skins.map((skin) => (
        <li key={skin.filename}>
          <ShopCard skin={skin} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

/** A skin on sale; it is not clickable if the user owns it. */
function ShopCard({ skin, onChoose }: { skin: ShopSkin; onChoose: (skin: ShopSkin) => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <button
      type="button"
      className={classes.card}
      {...(skin.owned
        ? // Not `disabled`, which would lose the focus after a purchase.
          { 'aria-disabled': true }
        : { 'aria-haspopup': 'dialog', onClick: () => onChoose(skin) })}
    >
      <span className={classes.stage}>
        <SkinImage skin={skin.filename} size={192} />
      </span>
      <span className={classes.name}>{skin.name}</span>
      <span className={classes.description}>{skin.description}</span>
      <span className={classes.price} data-owned={skin.owned}>
        {skin.owned && <CircleCheck size="1.125rem" aria-hidden="true" />}
        <span>{skin.owned ? t(texts.owned) : skin.price === 0 ? t(texts.free) : format.price(skin.price)}</span>
      </span>
    </button>
  );
}

/** The keys of the placeholders: one for each skin on sale. */
const PLACES = ['first', 'second', 'third', 'fourth', 'gift'];

export function ShopSkeleton() {
  const t = useText();
  return (
    <Loading label={t(texts.loading)} className={classes.cards}>
      {PLACES.map((place) => (
        <Skeleton key={place} height="24rem" />
      ))}
    </Loading>
  );
}
