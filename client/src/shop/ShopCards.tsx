import { useStrings } from '../app/useStrings';
import type { ShopSkin } from '../net/api';
import { ShopCard } from './ShopCard';
import classes from './ShopCards.module.css';

interface Props {
  skins: readonly ShopSkin[];
  onChoose: (skin: ShopSkin) => void;
}

/** What lies in the shop today. */
export function ShopCards({ skins, onChoose }: Props) {
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
