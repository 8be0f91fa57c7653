/** The time of day in a zone as hours, 0 up to 24: half past nine is 9.5. */
export function wallHour(at: Date, time_zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  return part('hour') + part('minute') / 60;
}
