/**
 * The text packets of Engine.IO v4 and Socket.IO v5. Attachments (binary data) are not supported.
 *
 * https://socket.io/docs/v4/engine-io-protocol/ and https://socket.io/docs/v4/socket-io-protocol/. This file and the server's
 * codec must both pass the cases of socketio/tests/packets.json.
 */

/** Packets of Engine.IO without a message. */
export const PING = '2';
export const PONG = '3';
export const PROBE = '2probe';
export const PROBE_ANSWER = '3probe';
export const UPGRADE = '5';
export const CLOSE = '1';

/** Separates the packets of a polling body. */
const SEPARATOR = '\u001e';

/** The types of Engine.IO packets, by their digit. */
const ENGINE_TYPES = ['open', 'close', 'ping', 'pong', 'message', 'upgrade', 'noop'];
/** The types of Socket.IO packets, by their digit. */
const SOCKET_TYPES = ['connect', 'disconnect', 'event', 'ack', 'connect_error'];

/**
 * Writes a Socket.IO packet in an Engine.IO message.
 *
 * @param {{type: string, namespace?: string, id?: number, data?: unknown}} packet `id` numbers an acknowledgement
 */
export function encode({ type, namespace = '/', id, data }) {
  const where = namespace === '/' ? '' : `${namespace},`;
  return `4${SOCKET_TYPES.indexOf(type)}${where}${id ?? ''}${data === undefined ? '' : JSON.stringify(data)}`;
}

/** Reads an Engine.IO packet, and the Socket.IO packet inside it, if any. */
export function decode(text) {
  const engineType = ENGINE_TYPES[Number(text[0])];
  if (engineType === 'open') return { type: 'open', data: JSON.parse(text.slice(1)) };
  if (engineType !== 'message') return { type: engineType ?? 'unknown' };
  const packet = { type: SOCKET_TYPES[Number(text[1])] ?? 'unknown', namespace: '/' };
  let at = 2;
  if (text[at] === '/') {
    const comma = text.indexOf(',', at);
    packet.namespace = text.slice(at, comma === -1 ? undefined : comma);
    at = comma === -1 ? text.length : comma + 1;
  }
  const digits = at;
  while (text[at] >= '0' && text[at] <= '9') at++;
  if (at > digits) packet.id = Number(text.slice(digits, at));
  if (at < text.length) packet.data = JSON.parse(text.slice(at));
  return packet;
}

/** Joins packets into the body of a polling request. */
export const joinPayload = (packets) => packets.join(SEPARATOR);

/** Splits the body of a polling answer into packets. */
export const splitPayload = (body) => body.split(SEPARATOR);
