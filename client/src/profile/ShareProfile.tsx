import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import type { UserStats } from '../net/api';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { ShareWays } from '../ui/ShareWays';
import { shareText } from './statistics';

/** Opens the ways to tell others about a racer. */
export function ShareProfile({ racer }: { racer: UserStats }) {
  const strings = useStrings();
  const [isOpen, setOpen] = useState(false);
  const address = window.location.origin + paths.user(racer.username);
  const text = shareText(racer, strings);
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Share2 aria-hidden="true" /> {strings.profile.share}
      </Button>
      <Dialog title={strings.profile.shareTitle} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ShareWays
          text={text}
          address={address}
          copy={strings.profile.copy}
          copied={`${text} ${address}`}
          onChosen={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
