import { Shirt } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '../app/useStrings';
import type { OwnStats } from '../net/api';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Skins } from './Skins';

/** Opens the user's wardrobe. */
export function SkinsButton({ racer }: { racer: OwnStats }) {
  const strings = useStrings();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Shirt aria-hidden="true" /> {strings.profile.changeSkin}
      </Button>
      <Dialog title={strings.profile.skins.title} isOpen={isOpen} onClose={() => setOpen(false)} isWide>
        {isOpen && <Skins racer={racer} />}
      </Dialog>
    </>
  );
}
