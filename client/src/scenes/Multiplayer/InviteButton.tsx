import { UserPlus } from 'lucide-react';
import { IconButton } from '../../components/IconButton';
import { focusTypingInput } from '../../components/typing/TypingInput';
import { useRoot } from '../../hooks/useRoot';
import { useStrings } from '../../hooks/useStrings';
import { copyText } from '../../share';

/** Copies the address of the race, which is all that others need to join. */
export function InviteButton() {
  const strings = useStrings();
  const { notice } = useRoot();
  const copy = async () => {
    const address = window.location.href;
    notice.show((await copyText(address)) ? strings.common.copied : strings.errors.notCopied + address);
    focusTypingInput();
  };
  return (
    <IconButton label={strings.race.invite} onClick={copy}>
      <UserPlus aria-hidden="true" />
    </IconButton>
  );
}
