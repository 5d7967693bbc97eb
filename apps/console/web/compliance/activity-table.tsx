import { memo, useMemo } from 'react';
import { CsvButton } from '../ui/csv-button.js';
import { Empty } from '../ui/empty.js';
import { formatTime, words } from '../ui/format.js';
import { pageOfRows, Pages } from '../ui/pages.js';
import { Table } from '../ui/table.js';
import { findActivities, type ActivityLog, type Span } from './activity-log.js';

const COLUMNS = ['Time', 'Activity', 'Actor'];

interface Props {
  readonly log: ActivityLog;
  /** Indexes of the visible families. */
  readonly shown: ReadonlySet<number>;
  /** Time range. Undefined for all times. */
  readonly span: Span | undefined;
  /** Page number, starting at 0 for the newest activities. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Opens an activity by its ID and time, in milliseconds since 1970. */
  readonly onOpen: (id: string, at: number) => void;
  readonly loading: boolean;
}

/** The activities in the selected range, with pagination. */
export const ActivityTable = memo(({ log, shown, span, page, onPage, onOpen, loading }: Props) => {
  const found = useMemo(() => findActivities(log, shown, span), [log, shown, span]);
  if (found.length === 0) {
    return loading ? null : (
      <Empty icon="search" title="No matching activities">
        <p>
          Try another type or actor, or show more families. Select “Show all times” to reset the range of the
          timeline.
        </p>
      </Empty>
    );
  }
  const on = pageOfRows(page, found.length);
  return (
    <>
      <Pages label="Pages of activities" rows={on} onPage={onPage} previous="Newer" next="Older">
        <CsvButton
          name="activities"
          columns={['id', 'time', 'type', 'actor']}
          rows={() => rowsOf(log, found)}
        />
      </Pages>
      <Table label="Activities" caption="Activities in the selected range, newest first" columns={COLUMNS}>
        {[...found.subarray(on.start, on.end)].map((index, row) => (
          // Keyed by position, so that another range updates the texts instead of rebuilding the rows.
          <tr key={row}>
            <td className="numbers nowrap">{timeOf(log, index)}</td>
            <td>
              <button
                type="button"
                className="link"
                onClick={() => onOpen(log.ids[index] ?? '', Math.round((log.times[index] ?? NaN) * 1000))}
              >
                {words(log.types[index] ?? '')}
              </button>
            </td>
            <td className="muted">{log.actors[index]}</td>
          </tr>
        ))}
      </Table>
    </>
  );
});

function* rowsOf({ ids, times, types, actors }: ActivityLog, found: Uint32Array) {
  for (const index of found) {
    const time = times[index] ?? NaN;
    const at = Number.isNaN(time) ? null : new Date(time * 1000).toISOString();
    yield { id: ids[index], time: at, type: types[index], actor: actors[index] };
  }
}

function timeOf({ times }: ActivityLog, index: number): string {
  const time = times[index] ?? NaN;
  return Number.isNaN(time) ? '—' : formatTime(time * 1000);
}
