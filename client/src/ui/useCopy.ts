import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { copyText } from '../platform/share';

/** Returns a function that copies a text and confirms it, or shows the text if the browser forbids copying. */
export function useCopy(): (text: string) => Promise<void> {
  const strings = useStrings();
  const { notice } = useRoot();
  return async (text) => {
    notice.show((await copyText(text)) ? strings.common.copied : strings.errors.notCopied + text);
  };
}
