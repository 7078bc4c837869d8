/**
 * Guesses of the codes of events, from 50 addresses, while guests join with a code that they were given. Quiet turns
 * alternate with attacked ones, so that what else the machine does falls on both.
 */

import http from 'node:http';
import { byStatus, call, pause, send } from './client.mjs';

export const title = 'ten thousand guessed codes of events, while guests join';
export const nUsers = 1;
export const settings = { COLIBRI_EVENT_RACERS: '2000' };

const N_GUESSES = 10_000;
const N_ADDRESSES = 50;
const N_TURNS = 5;
const N_JOINS = 60;
const JOIN_EVERY_MS = 100;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** The calls with which a stranger can try a code. */
const CALLS = ['look', 'join', 'seat', 'table', 'host', 'wall'];

const randomCode = () =>
  Array.from({ length: 8 }, () => ALPHABET[Math.floor(Math.random() * ALPHABET.length)]).join('');

/** Joins the event as guests, one after another, each from an address of its own. Returns the milliseconds of each. */
async function join(site, code, joined) {
  const times = [];
  for (let n = 0; n < N_JOINS; n += 1) {
    const number = joined.length;
    const from = `127.3.${number >> 8}.${number & 255}`;
    const began = performance.now();
    const answers = [await call(site, 'events/look', { code }, from)];
    answers.push(await call(site, 'events/join', { code, name: `Guest ${number}` }, from));
    const { guest } = JSON.parse(answers[1].text);
    answers.push(await call(site, 'events/seat', { code, guest }, from));
    times.push(performance.now() - began);
    joined.push({ guest, isSeated: answers.every(({ status }) => status === 200) });
    await pause(JOIN_EVERY_MS);
  }
  return times;
}

/** Tries random codes from all addresses, evenly over the time that the joins of a turn take. */
async function guess(site, ms) {
  const each = N_GUESSES / N_ADDRESSES / N_TURNS;
  const from = async (address) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    const began = performance.now() + Math.random() * (ms / each);
    for (let n = 0; n < each; n += 1) {
      await pause(began + (ms / each) * n - performance.now());
      answers.push(
        await send(`${site.base}/api/events/${CALLS[n % CALLS.length]}`, {
          method: 'POST',
          body: JSON.stringify({ code: randomCode(), name: 'Guesser', key: randomCode() }),
          headers: { 'Content-Type': 'application/json' },
          from: address,
          agent,
        }),
      );
    }
    agent.destroy();
    return answers;
  };
  return (await Promise.all(Array.from({ length: N_ADDRESSES }, (_, n) => from(`127.2.0.${n + 1}`)))).flat();
}

const median = (times) => times.toSorted((one, other) => one - other)[times.length >> 1];

export async function attack({ site, users: [{ token }], figure, check }) {
  const rounds = [{ kind: 'words', words: 10 }];
  const form = { token, title: 'Guessed', language: 'en', rounds, joining: 'everyone', scoring: 'places' };
  const { code } = JSON.parse((await call(site, 'events/open', form)).text);
  const joined = [];
  // What is done once for each process and room is done by now.
  await join(site, code, joined);

  const [quiet, attacked, guesses] = [[], [], []];
  for (let turn = 0; turn < N_TURNS; turn += 1) {
    const began = performance.now();
    quiet.push(...(await join(site, code, joined)));
    const ms = performance.now() - began;
    const [times, answers] = await Promise.all([join(site, code, joined), guess(site, ms)]);
    attacked.push(...times);
    guesses.push(...answers);
  }
  // Whoever knows the code is not kept out by the guesses of others at the same address.
  const { guest } = joined[0];
  const beside = await call(site, 'events/table', { code, guest }, '127.2.0.1');
  const stranger = await call(site, 'events/look', { code }, '127.2.0.1');

  const [before, during] = [median(quiet), median(attacked)];
  figure('guesses', `${guesses.length} from ${N_ADDRESSES} addresses: ${JSON.stringify(byStatus(guesses))}`);
  figure('joining', `median ${before.toFixed(1)} ms without guesses, ${during.toFixed(1)} ms beside them`);
  figure('slower by', `${(100 * (during / before - 1)).toFixed(1)} %`);
  check(
    guesses.every(({ status }) => status === 404 || status === 429),
    'no guess hits',
  );
  check(
    joined.every(({ isSeated }) => isSeated),
    `all ${joined.length} guests get a seat`,
  );
  check(during < 1.2 * before, 'joining takes at most 20 % longer beside guesses');
  check(beside.status === 200, 'a guest at an address of the guesses sees the table');
  check(stranger.status === 200, 'a stranger at this address sees the event by its code');
  check(guesses.filter(({ status }) => status === 429).length > N_GUESSES / 2, 'most guesses must wait');
}
