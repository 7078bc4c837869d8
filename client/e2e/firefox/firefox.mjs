#!/usr/bin/env node
/**
 * A stock Firefox for Playwright, which starts this file as its browser and speaks WebDriver BiDi with it.
 *
 * Debian's Firefox lacks some commands of BiDi (in 153, those that emulate media). Playwright sends them for every new
 * context, so this proxy answers them as if they had worked; journeys that depend on them run in Chromium only.
 * COLIBRI_FIREFOX names another Firefox.
 */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/.*)$/;
const MAX_BYTES = 256 * 2 ** 20;

const firefox = spawn(process.env.COLIBRI_FIREFOX || 'firefox-esr', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));
firefox.on('exit', (code) => process.exit(code ?? 1));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = LISTENING.exec(line) ?? [];
  if (address) listen(address);
  else console.error(line);
});

/** Listens on a port of its own, and tells Playwright its address in Firefox's words. */
function listen(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MAX_BYTES });
  server.on('listening', () => {
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`);
  });
  server.on('connection', (client, { url }) => join(client, new WebSocket(address + url, { maxPayload: MAX_BYTES })));
}

function join(client, browser) {
  const isOpen = new Promise((resolve) => browser.once('open', resolve));
  client.on('message', async (data) => {
    await isOpen;
    browser.send(data.toString());
  });
  browser.on('message', (data) => client.send(known(data.toString())));
  client.on('close', () => browser.close());
  browser.on('close', () => client.close());
  for (const socket of [client, browser]) socket.on('error', (error) => console.error(error.message));
}

/** Turns the answer "unknown command" into a success. */
function known(message) {
  if (!message.includes('unknown command')) return message;
  const { type, error, id } = JSON.parse(message);
  return type === 'error' && error === 'unknown command'
    ? JSON.stringify({ type: 'success', id, result: {} })
    : message;
}
