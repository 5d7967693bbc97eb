import { useQuery } from '@tanstack/react-query';
import { compliance } from '../sdk/compliance.js';
import { Dialog } from '../ui/dialog.js';
import { NotFound } from '../ui/empty.js';
import { Facts } from '../ui/facts.js';
import { words } from '../ui/format.js';
import { Pending } from '../ui/pending.js';

interface Props {
  readonly id: string;
  /** When the activity occurred, in milliseconds since 1970. */
  readonly at: number;
  readonly onClose: () => void;
}

/** An activity with every field, in a drawer. */
export function ActivityDrawer({ id, at, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ['activities.list', { id, at }],
    queryFn: ({ signal }) => activityAt(id, isTime(at) ? at : 0, signal),
    gcTime: 0,
  });
  const type = data?.['type'];
  return (
    <Dialog title={typeof type === 'string' ? words(type) : 'Activity'} onClose={onClose} look="drawer">
      {data === null ? (
        <NotFound what="Activity" />
      ) : data === undefined ? (
        <Pending error={error} />
      ) : (
        <>
          <Facts of={fieldsOf(data)} />
          <details className="fold">
            <summary>Raw JSON</summary>
            <pre>{JSON.stringify(data, null, 2)}</pre>
          </details>
        </>
      )}
    </Dialog>
  );
}

/** Finds an activity. The service has no request for one, so this lists those of its millisecond. */
async function activityAt(id: string, at: number, signal: AbortSignal) {
  const created_at = { gte: new Date(at).toISOString(), lt: new Date(at + 1).toISOString() };
  for await (const activity of compliance.activities.list({ created_at }, { signal }))
    if (activity.id === id) return activity;
  return null;
}

function isTime(at: number): boolean {
  return Number.isInteger(at) && at >= 0 && at < Date.UTC(10_000, 0);
}

/** Returns the fields of a record as texts, with the dotted paths of nested ones. */
function fieldsOf(record: object, prefix = ''): [path: string, value: string][] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? fieldsOf(value, `${prefix}${name}.`)
      : [[prefix + name, String(value)]],
  );
}
