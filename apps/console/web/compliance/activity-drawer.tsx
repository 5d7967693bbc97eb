import { useQuery } from '@tanstack/react-query';
import { api, query } from '../api.js';
import { Dialog } from '../ui/dialog.js';
import { NotFound } from '../ui/empty.js';
import { words } from '../ui/format.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';

interface Props {
  readonly id: string;
  /** When the activity occurred, in milliseconds since 1970. */
  readonly at: number;
  readonly onClose: () => void;
}

/** An activity with every field, in a drawer. */
export function ActivityDrawer({ id, at, onClose }: Props) {
  const { data, error } = useQuery({
    ...query(api.activities.retrieve, { id, at: isTime(at) ? at : 0 }),
    gcTime: 0,
  });
  const type = data?.['type'];
  return (
    <Dialog title={typeof type === 'string' ? words(type) : 'Activity'} onClose={onClose} isDrawer>
      {error?.problem.status === 404 && <NotFound what="Activity" />}
      {error !== null && error.problem.status !== 404 && <ProblemNotice problem={error.problem} />}
      {data === undefined && error === null && <Spinner />}
      {data !== undefined && (
        <>
          <dl className="facts-list">
            {fieldsOf(data).map(([path, value]) => (
              <div key={path}>
                <dt>{path}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <details className="fold">
            <summary>Raw JSON</summary>
            <pre>{JSON.stringify(data, null, 2)}</pre>
          </details>
        </>
      )}
    </Dialog>
  );
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
