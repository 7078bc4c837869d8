import { CircleCheck } from 'lucide-react';
import { useStrings } from '../app/useStrings';
import type { ShopSkin } from '../net/api';
import { SkinImage } from '../ui/SkinImage';
import classes from './ShopCard.module.css';

interface Props {
  skin: ShopSkin;
  onChoose: (skin: ShopSkin) => void;
}

/** One skin of the shop; what one owns cannot be bought again. */
export function ShopCard({ skin, onChoose }: Props) {
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
