import { formatsOf } from '../platform/format';
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE } from './pngOf';

const kib = MAX_IMAGE_BYTES / 1024;
const pixels = formatsOf('en').number(MAX_IMAGE_SIDE);

export const strings = {
  admin: {
    title: 'Admin',
    failed: 'Couldn’t load the admin page',
    requests: 'Text Requests',
    requestsFailed: 'Couldn’t load the text requests',
    keys: 'Keys: A approve · E edit · R reject · ↑ ↓ move',
    empty: 'All caught up. The forest is quiet.',
    requester: 'Suggested by',
    created: 'Suggested on',
    proof: 'Proof',
    newTab: '(opens in a new tab)',
    approve: 'Approve',
    edit: 'Edit',
    reject: 'Reject',
    approveEdited: 'Approve as edited',
    cancel: 'Cancel',
    reason: 'Reason',
    reasonHint: 'Included in the email to the person who suggested it (optional)',
    approved: (left: number) => `Approved. ${left} left.`,
    rejected: (left: number) => `Rejected. ${left} left.`,
    addSkin: 'Add skin',
    name: 'Name',
    filename: 'Filename',
    filenameHint: 'Image file name in /img/skins, without .png',
    description: 'Description',
    price: 'Price',
    priceHint: 'In US dollars',
    add: 'Add skin',
    added: (name: string) => `${name} was added. It goes on sale in the shop tomorrow (UTC).`,
    image: 'Skin image',
    imageMissing: (path: string) => `No image found at ${path}.`,
    imageFile: 'Image',
    imageHint: `A square PNG, up to ${kib} KiB and ${pixels} pixels per side. Not needed if the site already has the file.`,
    choose: 'Drop a PNG here, or click to choose one',
    imageSize: (width: number, height: number, kib: number) => `${width} × ${height} pixels, ${kib} KiB`,
    removeImage: 'Remove image',
    faults: {
      notPng: 'This file isn’t a PNG image. Please choose another one.',
      tooLarge: `This image is larger than ${kib} KiB. Please choose a smaller one.`,
      tooWide: `This image is larger than ${pixels} pixels per side. Please choose a smaller one.`,
      notSquare: 'This image isn’t square. Please choose a square one.',
    },
  },
};
