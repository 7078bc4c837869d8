/** k6's WebSocket, which is part of it from 2.0 on, and before that an experiment. */

try {
  module.exports = require('k6/websockets');
} catch {
  module.exports = require('k6/experimental/websockets');
}
