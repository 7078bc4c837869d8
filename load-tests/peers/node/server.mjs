// A minimal room server on socket.io, without tokens, rules or limits. It prints its address on standard output.

import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  httpCompression: false,
  pingInterval: Number(process.env.PING_INTERVAL_MS ?? 25_000),
  pingTimeout: 20_000,
  // As socket.io advises for many idle connections, drop the request that opened each:
  // https://socket.io/docs/v4/memory-usage/#discard-the-initial-http-request
});
io.engine.on('connection', (raw) => {
  raw.request = null;
});

io.on('connection', (socket) => {
  socket.on('join', ({ code, username }, joined) => {
    socket.data.username = username;
    socket.join(code);
    joined({});
  });
  socket.on('typing', ({ code, completed }) => {
    socket.to(code).emit('typing', { username: socket.data.username, completed });
  });
});

http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const { address, port } = http.address();
  process.stdout.write(`listening ${address}:${port}\n`);
});
