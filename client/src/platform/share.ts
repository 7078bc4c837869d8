/** Copies `text` to the clipboard; returns false if the browser forbids it, as on plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The address of the microblog's form for a post with `text` and `url`. */
export function tweetLink(text: string, url: string): string {
  return `https://twitter.com/intent/tweet?${new URLSearchParams({ text, url })}`;
}

/** The address of the chat app's form for a message with `text` and `url`. */
export function whatsappLink(text: string, url: string): string {
  return `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`;
}
