import { observer } from 'mobx-react-lite';
import { LoginPrompt } from '../account/LoginPrompt';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { ShopSkin } from '../net/api';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { SkinImage } from '../ui/SkinImage';
import classes from './JesusPrayer.module.css';
import { useTakeGift } from './queries';

interface Props {
  skin: ShopSkin;
  onDone: () => void;
}

/** The skin that is not sold: it is given to who says Amen. */
export const JesusPrayer = observer(function JesusPrayer({ skin, onDone }: Props) {
  const strings = useStrings();
  const { session } = useRoot();
  const { shop } = strings;
  const amen = useTakeGift(onDone);
  return (
    <div className={classes.prayer}>
      <SkinImage skin={skin.filename} size={160} />
      {!session.isLoggedIn && <LoginPrompt reason={shop.needLogin} skin={null} />}
      <blockquote className={classes.text}>
        {shop.prayer.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </blockquote>
      {session.isLoggedIn && (
        <>
          <ErrorText text={amen.error && strings.errors.occurred(amen.error.message)} />
          <Button kind="primary" data-main onClick={() => amen.mutate(skin.filename)} isBlocked={amen.isPending}>
            {shop.amen}
          </Button>
        </>
      )}
    </div>
  );
});
