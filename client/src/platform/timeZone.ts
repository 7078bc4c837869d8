/** The field of a call that names the visitor's time zone, such as America/Costa_Rica, if the browser knows it. */
export function zoneField(): { zone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { zone: timeZone } : {};
}
