/**
 * The calls of real visits: login, leaderboard, profile, shop, a purchase from the payment simulator, practice, a seat
 * in a room. visit.json has one visit recorded in Chromium, call by call with the pauses in between. RATE visits begin
 * per second.
 *
 *   k6 run -e BASE=http://localhost:8080 -e RATE=5 -e DURATION=5m load-tests/k6/api.js
 *
 * It signs up VISITORS, since users of `colibri load-users` have no password, and deletes them at the end. If the site
 * has no COLIBRI_PAYMENTS=simulator, set BUY=no.
 */

import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { call as ask, post } from './lib/net.js';
import { BASE, duration, summaryTrendStats } from './lib/options.js';

export { handleSummary } from './lib/summary.js';

const RATE = Number(duration('RATE', 2));
const N_VISITORS = Number(duration('VISITORS', 20));
/** The speed of a visit relative to the recorded one. */
const PACE = Number(duration('PACE', 1));
const BUYING = ['shop/buy', 'shop/success'];
const BUYS = duration('BUY', 'yes') === 'yes';
const PASSWORD = 'correct horse battery staple';

const visit = JSON.parse(open('./visit.json')).filter(({ call }) => BUYS || !BUYING.includes(call));
const calls = [...new Set(visit.map(({ call }) => call))];
const visitMs = visit.reduce((sum, { after }) => sum + after, 0) / PACE;

export const options = {
  scenarios: {
    visits: {
      executor: 'constant-arrival-rate',
      rate: RATE,
      duration: duration('DURATION', '30s'),
      // A visit also waits for its answers.
      preAllocatedVUs: Math.ceil((RATE * visitMs * 2) / 1000),
      gracefulStop: '2m',
    },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['count==0'],
    // A login hashes a password, which is deliberately slow.
    'http_req_duration{name:/api/login}': [`p(95)<${duration('LOGIN_MS', 1000)}`],
    ...Object.fromEntries(
      calls
        .filter((call) => call !== 'login')
        .map((call) => [`http_req_duration{name:/api/${call}}`, [`p(95)<${duration('CALL_MS', 200)}`]]),
    ),
  },
  summaryTrendStats,
};

/** Signs visitors up. Names are new in each run. */
export function setup() {
  const run = Date.now().toString(36);
  return Array.from({ length: N_VISITORS }, (_, number) => {
    const visitor = { username: `v-${run}-${number}`, email: `v-${run}-${number}@load.invalid`, password: PASSWORD };
    const { token } = ask('signup', { ...visitor, passwordConfirm: PASSWORD, country: 'CR' });
    return { ...visitor, token };
  });
}

export function teardown(visitors) {
  for (const { token } of visitors) ask('deleteaccount', { token, confirmationText: 'IRREVERSIBLE' });
}

export default function (visitors) {
  const number = exec.scenario.iterationInTest;
  const visitor = { ...visitors[number % visitors.length] };
  // A visitor buys the skin only once.
  const isBuyer = number < visitors.length;
  for (const { after, call, payload } of visit) {
    sleep(after / 1000 / PACE);
    if (isBuyer || !BUYING.includes(call)) make(call, payload, visitor);
  }
}

/** Makes one call of the visit, and keeps the values that later calls need. */
function make(call, payload, visitor) {
  const answer = call === 'gettext' ? http.get(`${BASE}/api/gettext`) : post(call, fill(payload, visitor));
  if (!check(answer, { 'answered 200': ({ status }) => status === 200 }, { call })) {
    console.error(`/api/${call} answered ${answer.status}: ${answer.body}`);
    return;
  }
  if (call === 'multiplayer') visitor.code = answer.json().code;
  if (call === 'shop/getShop') visitor.skin = answer.json().skins[0].filename;
  if (call === 'shop/buy') Object.assign(visitor, pay(answer.json().link));
}

/** Fills this visitor's values into the recorded payload. */
const fill = (payload, visitor) =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, value === `$${name}` ? visitor[name] : value]),
  );

/** Accepts a payment on the page of the simulator, and returns the ids with which it redirects back. */
function pay(link) {
  const tags = { name: '/simulator/checkout' };
  const back = http.get(link, { tags }).submitForm({ params: { redirects: 0, tags } });
  const query = back.headers.Location.split('?')[1].split('&');
  const { paymentId, PayerID } = Object.fromEntries(query.map((pair) => pair.split('=').map(decodeURIComponent)));
  return { paymentId, payerId: PayerID };
}
