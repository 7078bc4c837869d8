import { limits } from '../../net/limits';

/** Why a file is not taken as the image of a skin. */
export type ImageFault = 'notPng' | 'tooLarge' | 'tooWide';

/** What every PNG begins with, up to its width: https://www.w3.org/TR/png-3/#5PNG-file-signature and #11IHDR. */
const HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

/** Returns the size of a PNG in pixels, or why the server would refuse it. */
export function pngOf(bytes: Uint8Array): { width: number; height: number } | ImageFault {
  if (bytes.length < HEAD.length + 8 || HEAD.some((byte, index) => bytes[index] !== byte)) return 'notPng';
  if (bytes.length > limits.skinImageBytes) return 'tooLarge';
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [width, height] = [view.getUint32(HEAD.length), view.getUint32(HEAD.length + 4)];
  return Math.max(width, height) > limits.skinImageSide ? 'tooWide' : { width, height };
}
