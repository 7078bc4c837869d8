import { UserPlus } from 'lucide-react';
import { useStrings } from '../app/useStrings';
import { focusTypingInput } from '../typing/TypingInput';
import { IconButton } from '../ui/Button';
import { useCopy } from '../ui/useCopy';

/** Copies the address of the race, which is all that others need to join. */
export function InviteButton() {
  const strings = useStrings();
  const putOnClipboard = useCopy();
  const copy = async () => {
    await putOnClipboard(window.location.href);
    focusTypingInput();
  };
  return (
    <IconButton label={strings.race.invite} onClick={copy}>
      <UserPlus aria-hidden="true" />
    </IconButton>
  );
}
