import type { Locator } from '@playwright/test';

/** The name and the price on a card of the shop, once it is there. */
export async function nameAndPrice(card: Locator): Promise<{ name: string; price: string }> {
  await card.waitFor();
  // Behind the image stand name, description and price.
  const [, name = '', , price = ''] = await card.locator('span').allTextContents();
  return { name, price };
}
