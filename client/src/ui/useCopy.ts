import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { copyText } from '../platform/share';

/** Returns a function that copies a text and says so, or shows the text where the browser forbids copying. */
export function useCopy(): (text: string) => Promise<void> {
  const strings = useStrings();
  const { notice } = useRoot();
  return async (text) => {
    notice.show((await copyText(text)) ? strings.common.copied : strings.errors.notCopied + text);
  };
}
