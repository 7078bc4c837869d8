import type { Locator } from '@playwright/test';

/** Waits for a card of the shop, and returns its name and price. */
export async function nameAndPrice(card: Locator): Promise<{ name: string; price: string }> {
  await card.waitFor();
  // After the image come name, description and price.
  const [, name = '', , price = ''] = await card.locator('span').allTextContents();
  return { name, price };
}
