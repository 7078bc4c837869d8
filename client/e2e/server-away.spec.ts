import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test.use({ allowedTrouble: /ERR_INTERNET_DISCONNECTED|login check failed/ });

test('while the server cannot be reached the page says so, and takes up its work when it is back', async ({
  newVisitor,
}) => {
  const page = await newVisitor();
  await expect(page.getByRole('table').or(page.getByText('Nobody has raced yet.'))).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await page.context().setOffline(true);
  await expect(notice).toBeVisible();
  await expectNoViolations(page);
  await notice.getByRole('button', { name: 'Try now' }).click();
  await expect(notice).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
});
