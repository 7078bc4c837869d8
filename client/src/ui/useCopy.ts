import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';

/** Returns a function that copies a text and confirms it, or shows it if the browser forbids that, as on plain http. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useText();
  const { notice } = useRoot();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notice.show(t(commonTexts.copied));
    } catch {
      notice.show(t(commonTexts.notCopied) + text);
    }
  };
}
