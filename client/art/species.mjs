/**
 * The hummingbirds that skins show, by the name of their file. Colours run from light to dark or from one hue to the
 * next; what is left out is as in `PLAIN`.
 */

const PLAIN = {
  /** Back and flank. */
  back: ['#2fbf8a', '#0b6b53'],
  /** Head, from the bill to the neck. */
  head: ['#35c48f', '#0d7459'],
  belly: ['#e9f3e6', '#b7d6c4'],
  /** The gorget: what shines. */
  throat: ['#ff4fa8', '#a30f6b'],
  nearWing: ['#7fd6cf', '#2b7f8c'],
  farWing: ['#a7dfd6', '#5aa7ad'],
  tail: ['#c4682b', '#7b3515'],
  bill: '#61736b',
  /** Features of a species: `crest`, `cap`, `ear`, `eyeSpot`, `longTail`. */
  crest: null,
  cap: null,
  ear: null,
  eyeSpot: true,
  longTail: false,
};

const species = {
  hummingbird: {},
  violetear: {
    back: ['#3fc77a', '#126b48'],
    head: ['#49cf86', '#157a50'],
    belly: ['#8fe0b4', '#2f9f7b'],
    throat: ['#39c2a0', '#0f7d78'],
    tail: ['#2f8fb5', '#134a77'],
    ear: ['#9a5cf0', '#4b23a8'],
    eyeSpot: false,
  },
  firethroat: {
    back: ['#1fb6a6', '#08605f'],
    head: ['#2b86e0', '#123c9c'],
    belly: ['#28a58f', '#0b655f'],
    throat: ['#ffd23f', '#ff5a1f', '#e0245e'],
    nearWing: ['#7cc7e6', '#2b6f9a'],
    farWing: ['#a9dcef', '#5a9cbd'],
    tail: ['#2557a8', '#0f2a63'],
  },
  snowcap: {
    back: ['#a93a7d', '#571243'],
    head: ['#b1457f', '#641549'],
    belly: ['#8a2a64', '#450d35'],
    throat: ['#d05a9b', '#6b1650'],
    nearWing: ['#d6a3c4', '#7d4c72'],
    farWing: ['#e6c3d8', '#a97b9c'],
    tail: ['#f4efe6', '#a08a72'],
    cap: ['#ffffff', '#dfe7ea'],
    eyeSpot: false,
  },
  coquette: {
    back: ['#59b56b', '#1f6b43'],
    head: ['#f0913c', '#b3541a'],
    belly: ['#f5e3c8', '#d9b184'],
    throat: ['#57e08b', '#0b8457'],
    nearWing: ['#d8c59a', '#8c7448'],
    farWing: ['#e9dcbd', '#b39c6c'],
    tail: ['#e08a3a', '#8f4713'],
    crest: ['#ff9e3d', '#c1440e'],
    eyeSpot: false,
  },
  mangrove: {
    back: ['#34b8c4', '#0c5f7c'],
    head: ['#2fb39a', '#0d6a63'],
    belly: ['#ffffff', '#cfdfe2'],
    throat: ['#4ff0e0', '#0b93b0'],
    nearWing: ['#8fb9d9', '#3f6790'],
    farWing: ['#b7d3e6', '#7097b8'],
    tail: ['#5b6f86', '#25334a'],
    longTail: true,
  },
};

/** Each species with all its colours, by the name of its skin. */
export const SPECIES = Object.fromEntries(Object.entries(species).map(([name, own]) => [name, { ...PLAIN, ...own }]));
