/** The product's routes. Components build every link from these. */
export const paths = {
  home: '/',
  about: '/about',
  account: '/account/',
  login: '/account/login',
  signup: '/account/signup',
  banned: '/account/banned',
  forgot: '/account/forgot',
  reset: (username: string, code: string, email: string) =>
    `/account/reset?${new URLSearchParams({ user: username, code })}#${new URLSearchParams({ email })}`,
  singleplayer: '/singleplayer/',
  race: (code: string) => `/multiplayer/${encodeURIComponent(code)}/`,
  /** The profile of a racer, or of whatever was typed as a name. */
  user: (username: string) => `/user/${segmentOf(username)}/`,
  /** The replay of a race. */
  replay: (race: string) => `/replay/${race}`,
  watch: '/watch',
  /** A public race for watchers. */
  watchRace: (code: string) => `/watch/${encodeURIComponent(code)}`,
  /** The page that shows the race of a racer, for streams. */
  overlay: (username: string) => `/overlay/${segmentOf(username)}`,
  /** An event for those who race in it. */
  event: (code: string) => `/e/${encodeURIComponent(code)}`,
  join: '/join',
  host: '/host',
  /** An event for its host. */
  hostOf: (code: string) => `/host/${encodeURIComponent(code)}`,
  /** An event for all who see the wall. */
  wall: (code: string) => `/host/${encodeURIComponent(code)}/wall`,
  today: '/today',
  settings: '/settings',
  history: '/history',
  /** The review of a run of the user. */
  run: (id: string) => `/history/${encodeURIComponent(id)}`,
  keys: '/keys',
  shop: '/shop',
  shopSuccess: '/shop/success',
  feedback: '/feedback',
  textRequest: '/text-request',
  admin: '/admin',
  adminUsers: '/admin/users',
  imprint: '/imprint',
  disclaimer: '/disclaimer',
  terms: '/terms-of-service',
  /** Home with one of its banners. */
  homeWith: (banner: 'login' | 'signup' | 'delete' | 'logout') => `/?${banner}=true`,
} as const;

/** Encodes any text as a segment of a path. */
function segmentOf(text: string): string {
  const segment = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  // Browsers resolve `.` and `..`, even if they are encoded.
  return /^\.{1,2}$/.test(segment) ? `${segment}%20` : segment;
}

/** Returns true for the path of a race. */
export function isRace(path: string): boolean {
  return path.startsWith('/multiplayer/');
}

/** Files that keep their names. */
export const files = {
  skin: (name: string) => `/img/skins/${encodeURIComponent(name)}.png`,
  flag: (country: string) => `/img/flags/${encodeURIComponent(country.toLowerCase())}.svg`,
  /** A picture of the About page. */
  about: (picture: string) => `/img/about/${picture}.svg`,
  /** The licenses of all fonts, which the build collects. */
  fontLicenses: '/font-licenses.txt',
} as const;
