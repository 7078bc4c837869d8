import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { copyText } from '../platform/share';

/** Puts a text on the clipboard and says so; where the browser does not allow it, shows the text instead. */
export function useCopy(): (text: string) => Promise<void> {
  const strings = useStrings();
  const { notice } = useRoot();
  return async (text) => {
    notice.show((await copyText(text)) ? strings.common.copied : strings.errors.notCopied + text);
  };
}
