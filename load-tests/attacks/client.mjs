/** The requests of attackers and of the users beside them. */

import http from 'node:http';
import { createRequire } from 'node:module';

export const { io } = createRequire(new URL('../../client/package.json', import.meta.url))('socket.io-client');

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a request, by default from 127.0.0.1; every address of 127.0.0.0/8 counts as a visitor of its own.
 *
 * @param {string} url
 * @param {{method?: string, body?: string, headers?: Record<string, string>, from?: string}} [how]
 * @returns {Promise<{status: number, text: string, ms: number}>} `status` is 0 if the server closed the connection.
 */
export function send(url, { method = 'GET', body, headers = {}, from } = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status, text) => resolve({ status, text, ms: performance.now() - began });
    const request = http.request(url, { method, headers, localAddress: from, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => end(answer.statusCode, text));
      answer.on('error', () => end(0, text));
    });
    request.on('error', () => end(0, ''));
    request.end(body);
  });
}

/** Makes a call of the api, from the address `from`. */
export const call = (site, path, payload, from) =>
  send(`${site.base}/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'Content-Type': 'application/json' },
    from,
  });

/** Counts answers by status: `{ 200: 14, 503: 5 }`. */
export function byStatus(answers) {
  const counts = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
