/** The mark of the product: a hummingbird before a flower that is not there, in the colours of its throat. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="logo-plumage" x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stopColor="var(--forest)" />
          <stop offset="0.6" stopColor="var(--teal)" />
          <stop offset="1" stopColor="var(--magenta)" />
        </linearGradient>
      </defs>
      <path fill="var(--teal)" opacity="0.55" d="M30 33C23 24 20 13 24 3c8 5 13 15 13 26z" />
      <path
        fill="url(#logo-plumage)"
        d="M3 61c8-1 12-5 15-11 3-8 7-15 15-19 3-6 8-10 14-9 3 .5 5 2 6 4l11-4-10 7c0 6-4 9-8 11-2 8-8 13-16 13-4 0-6 1-9 4-1-2-2-2-4-1z"
      />
      <path fill="var(--magenta)" d="M46 40c4-2 8-5 8-11l-2-.5c-4 0-8 3-9 8 0 2 1 3 3 3.500z" />
      <circle cx="47.500" cy="26.500" r="1.700" fill="var(--surface)" />
      <path fill="var(--forest)" d="M34 36C25 31 13 22 8 10c12 1 25 9 31 21z" />
    </svg>
  );
}
