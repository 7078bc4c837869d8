import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test.use({ allowedTrouble: /ERR_INTERNET_DISCONNECTED|login check failed/ });

test('the page shows that the server is unreachable, and recovers when it is back', async ({ newVisitor }) => {
  const page = await newVisitor();
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Can’t reach Colibri.' });
  await page.context().setOffline(true);
  await expect(notice).toBeVisible();
  await expectNoViolations(page);
  const retry = notice.getByRole('button', { name: 'Try now' });
  const tried = page.waitForEvent('requestfailed');
  await retry.click();
  await tried;
  await expect(retry).toBeEnabled();
  await expect(retry).toBeFocused();
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await expect(notice).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});
