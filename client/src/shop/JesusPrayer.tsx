import { useMutation } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { LoginPrompt } from '../account/LoginPrompt';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { ShopSkin } from '../net/api';
import { USER_STATS_KEY } from '../profile/queries';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { SkinImage } from '../ui/SkinImage';
import classes from './JesusPrayer.module.css';
import { SHOP_KEY } from './queries';

interface Props {
  skin: ShopSkin;
  onDone: () => void;
}

/** The skin that is not sold: it is given to who says Amen. */
export const JesusPrayer = observer(function JesusPrayer({ skin, onDone }: Props) {
  const strings = useStrings();
  const { session, notice, services } = useRoot();
  const { shop } = strings;
  const amen = useMutation({
    mutationFn: (token: string) => services.api.unlockSkin(token, skin.filename),
    onSuccess: async () => {
      notice.show(shop.gotJesus);
      onDone();
      await Promise.all([
        services.queries.invalidateQueries({ queryKey: [SHOP_KEY] }),
        services.queries.invalidateQueries({ queryKey: [USER_STATS_KEY] }),
      ]);
    },
  });
  const { token } = session;
  const isMember = session.isLoggedIn && token !== null;
  return (
    <div className={classes.prayer}>
      <SkinImage skin={skin.filename} size={160} />
      {!isMember && <LoginPrompt reason={shop.needLogin} skin={null} />}
      <blockquote className={classes.text}>
        {shop.prayer.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </blockquote>
      {isMember && (
        <>
          <ErrorText text={amen.error && strings.errors.occurred(amen.error.message)} />
          <Button kind="primary" data-main onClick={() => amen.mutate(token)} isBlocked={amen.isPending}>
            {shop.amen}
          </Button>
        </>
      )}
    </div>
  );
});
