/**
 * The WebSocket of whichever k6 runs this: `k6/websockets` in newer versions, `k6/experimental/websockets` in those before,
 * such as PyPI's 1.1. Both are the same class. The new name comes first: newer versions warn of the old one.
 */

function choose() {
  try {
    return require('k6/websockets');
  } catch {
    return require('k6/experimental/websockets');
  }
}

module.exports = { WebSocket: choose().WebSocket };
