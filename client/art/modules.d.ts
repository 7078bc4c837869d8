/** Packages that only `art/package.json` installs. */
declare module '@resvg/resvg-js';
declare module 'sharp';
