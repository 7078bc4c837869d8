import { UserPlus } from 'lucide-react';
import { IconButton } from '../../components/IconButton';
import { focusTypingInput } from '../../components/typing/TypingInput';
import { useCopy } from '../../hooks/useCopy';
import { useStrings } from '../../hooks/useStrings';

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
