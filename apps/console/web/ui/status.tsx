import { words } from './format.js';
import statuses from './statuses.json' with { type: 'json' };

/** The words that people read for each status of the service and the console, and their tone. */
const STATUSES: Readonly<Record<StatusKind, Readonly<Record<string, readonly string[]>>>> = statuses;

/** Of what a status is. */
export type StatusKind = keyof typeof statuses;

/** Returns the words for a status, and their tone. A status that is not in the table is shown as its own words. */
export function statusOf(kind: StatusKind, status: string): readonly [text: string, ...tone: string[]] {
  const known = STATUSES[kind];
  const [text = words(status), ...tone] = (Object.hasOwn(known, status) ? known[status] : undefined) ?? [];
  return [text, ...tone];
}

/** The status of a resource, in words. */
export function StatusChip({ of, is }: { readonly of: StatusKind; readonly is: string }) {
  const [text, tone = ''] = statusOf(of, is);
  return <span className={`chip ${tone}`}>{text}</span>;
}
