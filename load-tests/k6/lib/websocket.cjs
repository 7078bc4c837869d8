/**
 * The WebSocket of k6: `k6/websockets` in newer versions, `k6/experimental/websockets` in older ones, such as PyPI's
 * 1.1. Both are the same class. The new name is tried first, since newer versions warn about the old one.
 */

function choose() {
  try {
    return require('k6/websockets');
  } catch {
    return require('k6/experimental/websockets');
  }
}

module.exports = { WebSocket: choose().WebSocket };
