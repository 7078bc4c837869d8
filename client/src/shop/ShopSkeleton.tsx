import { useStrings } from '../app/useStrings';
import { Skeleton } from '../ui/Skeleton';
import classes from './ShopCards.module.css';

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
