import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';

/** Returns a function that copies a text and confirms it, or shows it if the browser forbids that, as on plain http. */
export function useCopy(): (text: string) => Promise<void> {
  const strings = useStrings();
  const { notice } = useRoot();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notice.show(strings.common.copied);
    } catch {
      notice.show(strings.errors.notCopied + text);
    }
  };
}
