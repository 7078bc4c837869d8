/** The few packets of Engine.IO v4 and Socket.IO v5 that a race needs, on a WebSocket. */

/** The answer to a ping. */
export const PONG = '3';

/** Asks to be let into the main namespace. */
export const connect = (auth) => `40${JSON.stringify(auth)}`;

/** An event. */
export const emit = (name, payload) => `42${JSON.stringify([name, payload])}`;

/** An event that is to be answered under this number. */
export const ack = (id, name, payload) => `42${id}${JSON.stringify([name, payload])}`;

/** What a packet from the server says. */
export function read(packet) {
  switch (packet[0]) {
    case '0':
      return { kind: 'open' };
    case '2':
      return { kind: 'ping' };
    case '4':
      return readMessage(packet);
    default:
      return { kind: 'other' };
  }
}

function readMessage(packet) {
  const [, type, id, json] = /^4(\d)(\d*)(.*)$/s.exec(packet) ?? [];
  switch (type) {
    case '0':
      return { kind: 'connected' };
    case '2': {
      const [name, payload] = JSON.parse(json);
      return { kind: 'event', name, payload };
    }
    case '3':
      return { kind: 'ack', id: Number(id), payload: JSON.parse(json)[0] };
    case '4':
      return { kind: 'refused', message: JSON.parse(json).message };
    default:
      return { kind: 'other' };
  }
}
