/** The logo: the hummingbird, in the colors of the theme. */
export function Logo({ size = 40 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 256 256" aria-hidden="true" focusable="false">
      <path
        fill="var(--accent-2)"
        opacity="0.55"
        d="M150 104C148 70 152 34 170 4c16 30 14 72-4 106zm-8 4C130 82 122 56 124 32c18 20 32 50 34 80z"
      />
      <path
        fill="var(--accent-3)"
        d="M84 180c-18 6-44 24-64 54 26-6 52-20 72-40zm2 6c-10 16-20 38-20 64 16-14 28-34 34-56z"
      />
      <path
        fill="var(--accent)"
        d="M72 190C80 146 104 106 140 86c2-20 18-32 38-24 9 3 15 9 18 18 18-3 38-6 56-13-16 15-34 24-52 28 2 25-12 48-26 57-10 30-52 56-102 38z"
      />
      <path fill="var(--accent-3)" d="M200 93c0 27-14 53-36 61-12-6-16-20-8-36 10-14 28-18 44-25z" />
      <circle cx="180" cy="83" r="7" fill="var(--surface)" />
      <path
        fill="var(--accent-2)"
        d="M144 108C112 90 62 62 14 22c2 26 20 56 46 88 16 18 38 34 66 37 14-8 22-24 18-39z"
      />
    </svg>
  );
}
