import { CircleCheck } from 'lucide-react';
import { useStrings } from '../app/useStrings';
import type { ShopSkin } from '../net/api';
import { Skeleton } from '../ui/Loading';
import { SkinImage } from '../ui/SkinImage';
import classes from './ShopCards.module.css';

interface ShopCardsProps {
  skins: readonly ShopSkin[];
  onChoose: (skin: ShopSkin) => void;
}

/** What lies in the shop today. */
export function ShopCards({ skins, onChoose }: ShopCardsProps) {
  const strings = useStrings();
  return (
    <ul className={classes.cards} aria-label={strings.shop.today}>
      {skins.map((skin) => (
        <li key={skin.filename}>
          <ShopCard skin={skin} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface ShopCardProps {
  skin: ShopSkin;
  onChoose: (skin: ShopSkin) => void;
}

/** One skin of the shop; what one owns cannot be bought again. */
function ShopCard({ skin, onChoose }: ShopCardProps) {
  const strings = useStrings();
  const { shop } = strings;
  return (
    <button
      type="button"
      className={classes.card}
      {...(skin.owned
        ? // Not `disabled`: the focus is on the card whose skin has just become one's own.
          { 'aria-disabled': true }
        : { 'aria-haspopup': 'dialog', onClick: () => onChoose(skin) })}
    >
      <span className={classes.stage}>
        <SkinImage skin={skin.filename} size={192} />
      </span>
      <span className={classes.name}>{skin.name}</span>
      <span className={classes.description}>{skin.description}</span>
      <span className={classes.price} data-owned={skin.owned}>
        {skin.owned && <CircleCheck size={18} aria-hidden="true" />}
        {skin.owned ? shop.owned : skin.price === 0 ? shop.free : shop.price(strings.format.decimals(skin.price))}
      </span>
    </button>
  );
}

/** As many places as skins lie in the shop. */
const PLACES = ['first', 'second', 'third', 'fourth', 'gift'];

/** The places of the skins, until they are here. */
export function ShopSkeleton() {
  const strings = useStrings();
  return (
    <div className={classes.cards} role="status">
      <span className="visually-hidden">{strings.shop.loading}</span>
      {PLACES.map((place) => (
        <div key={place}>
          <Skeleton height="24rem" />
        </div>
      ))}
    </div>
  );
}
