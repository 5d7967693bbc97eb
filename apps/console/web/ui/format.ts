const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const second = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a date, for example `3 Jun 2026`. */
export function formatDay(time: string): string {
  return day.format(new Date(time));
}

/** Formats a date and time, to the minute. */
export function formatTime(time: string | number): string {
  return minute.format(new Date(time));
}

/** Formats a date and time, to the second. */
export function formatSecond(time: string | number): string {
  return second.format(new Date(time));
}

/** Formats the distance from `now` in days, for example `2 days ago` or `tomorrow`. */
export function formatDaysFromNow(time: string, now: number): string {
  return relative.format(Math.round((Date.parse(time) - now) / 86_400_000), 'day');
}

/** Formats a size in bytes, kB, MB or GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

/** Formats a number with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** Formats a count with its noun, for example `1 chat` or `2 chats`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Turns a snake_case name of the API into words. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
