/** How numbers, times and dates are written. */

/** Two decimals, as speed, accuracy and time are shown. */
export function decimals(number: number): string {
  return number.toFixed(2);
}

/** A stopwatch: minutes and seconds of `ms` milliseconds, such as 1:07. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${padded(seconds % 60)}`;
}

/** Time spent: hh:mm:ss of `seconds`. */
export function hoursMinutesSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(padded).join(':');
}

/** A date as the visitor's language writes it; as it came when it is none. */
export function localeDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleDateString();
}

function padded(number: number): string {
  return String(number).padStart(2, '0');
}
