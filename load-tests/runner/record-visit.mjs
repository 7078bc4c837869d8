/**
 * node load-tests/runner/record-visit.mjs COLIBRI: records the api calls of a visit in Chromium, from the front page to
 * a race room, into load-tests/k6/visit.json, which api.js replays. Run it again when the client's calls have changed.
 *
 * COLIBRI_CHROMIUM names the browser (scripts/ensure-chromium).
 */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT, startSite } from './site.mjs';

const { chromium } = createRequire(path.join(ROOT, 'client/package.json'))('@playwright/test');
const PASSWORD = 'correct horse battery staple';
/** The pause of a visitor on each page, in milliseconds. */
const LOOK_MS = 1500;
/** Fields with values of each visitor, and their placeholders. */
const OWN = {
  token: '$token',
  email: '$email',
  password: '$password',
  username: '$username',
  code: '$code',
  skin: '$skin',
  paymentId: '$paymentId',
  payerId: '$payerId',
};

const site = await startSite({ colibri: path.resolve(process.argv[2]), shape: 'one', nUsers: 1 });
const browser = await chromium.launch({ executablePath: process.env.COLIBRI_CHROMIUM, args: ['--no-sandbox'] });
try {
  const visitor = { username: 'recorded', email: 'recorded@example.org', country: 'CR', password: PASSWORD };
  await post('signup', { ...visitor, passwordConfirm: PASSWORD });
  const calls = await visit(visitor);
  const file = path.join(ROOT, 'load-tests/k6/visit.json');
  writeFileSync(file, `${JSON.stringify(calls, null, 2)}\n`);
  console.log(`${calls.length} calls in ${file}`);
} finally {
  await browser.close();
  await site.stop();
}

async function visit({ email }) {
  // After a payment, the browser returns to the site's own address, which has `localhost`.
  const baseURL = site.base.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
  await context.addInitScript(() => {
    localStorage.setItem('cookies', JSON.stringify({ allow: true, date: new Date().toISOString() }));
  });
  const page = await context.newPage();
  const calls = [];
  let before = Date.now();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const now = Date.now();
    calls.push({ after: now - before, call: pathname.slice('/api/'.length), ...withOwn(request.postDataJSON()) });
    before = now;
  });
  const look = () => page.waitForTimeout(LOOK_MS);
  const main = page.getByRole('main');

  await page.goto('/');
  await look();
  await page.goto('/account/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/login=true/);
  await look();
  for (let sorts = 0; sorts < 2; sorts++) {
    await main.getByRole('button', { name: /sort/i }).first().click();
    await look();
  }
  await page.goto('/user/recorded');
  await look();
  await page.goto('/shop');
  await main.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first().click();
  await look();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with PayPal' }).click();
  await page.getByRole('button', { name: 'Pay nothing, and go on' }).click();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  await look();
  await page.goto('/singleplayer/');
  await look();
  await page.goto('/');
  await look();
  await main
    .getByRole('button', { name: /Multiplayer/ })
    .or(main.getByRole('link', { name: /Multiplayer/ }))
    .first()
    .click();
  await page.waitForURL(/multiplayer/);
  await look();
  await context.close();
  return calls;
}

/** Returns the payload with placeholders for the values of each visitor. */
function withOwn(payload) {
  if (!payload) return {};
  return { payload: Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, OWN[name] ?? value])) };
}

async function post(call, payload) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${site.base}/api/${call}`, { method: 'POST', headers, body: JSON.stringify(payload) });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
}
