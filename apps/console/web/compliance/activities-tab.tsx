import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { activityTypes } from '@parlance/schemas';
import { MAX_ACTIVITIES } from '../../server/activity-families.js';
import { FilterFold } from '../ui/filters.js';
import { Select } from '../ui/select.js';
import { formatCount } from '../ui/format.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { ActivityDrawer } from './activity-drawer.js';
import { ActivityExplorer } from './activity-explorer.js';
import type { ActivityLog, Span } from './activity-log.js';
import { createdWithin, DateRange } from './date-range.js';
import { ExportButton } from './export-button.js';
import { peopleList } from './people.js';
import { useActivityLog } from './use-activity-log.js';

const LIMIT_REACHED = (
  <p className="muted small">
    At most {formatCount(MAX_ACTIVITIES)} activities are loaded, newest first. Set dates to see older ones.
  </p>
);

/** The view's search parameters. The console's own reads are hidden by default. */
const VIEW = {
  type: '',
  actor: '',
  from: '',
  to: '',
  hidden: 'own',
  span: '',
  page: '1',
  activity: '',
  at: '',
};

/** The audit log: a timeline, and the activities in its selected range. */
export function ActivitiesTab() {
  const [view, setView] = useView(VIEW);
  const { type, actor, from, to, hidden } = view;
  const { data: people } = useQuery(peopleList);
  const params = {
    ...(type === '' ? {} : { activity_types: [type] }),
    ...(actor === '' ? {} : { actor_ids: [actor] }),
    ...createdWithin({ from, to }),
  };
  const { log, loading, error } = useActivityLog(params);
  const span = useMemo(() => parseSpan(view.span), [view.span]);
  // A range of the previous log makes no sense in another one.
  const filter = (change: Partial<typeof VIEW>) => setView({ ...change, span: '', page: '1' });
  const close = () => setView({ activity: '', at: '' });
  return (
    <div className="stack">
      <div className="row filters">
        <FilterFold count={[type, actor, from, to].filter(Boolean).length}>
          <Select
            label="Type"
            value={type}
            onChange={(next) => filter({ type: next })}
            none="All types"
            options={activityTypes}
          />
          <Select
            label="Actor"
            value={actor}
            onChange={(next) => filter({ actor: next })}
            none="All actors"
            options={(people ?? []).map(({ id, full_name }) => [id, full_name] as const)}
          />
          <DateRange days={view} onChange={filter} />
        </FilterFold>
        <ExportButton
          request={{
            kind: 'activities',
            filters: { ...params, ...shownRange(log, span) },
            hidden: hidden === '' ? [] : hidden.split(','),
          }}
          disabled={loading}
        />
      </div>
      <Pending error={error} isLoaded />
      {log.count >= MAX_ACTIVITIES && LIMIT_REACHED}
      <ActivityExplorer {...{ log, loading, span, hidden }} page={Number(view.page) - 1} onChange={setView} />
      {view.activity !== '' && <ActivityDrawer id={view.activity} at={Number(view.at)} onClose={close} />}
    </div>
  );
}

/** The times of the activities on screen, so that an export has no newer ones, and none beyond the loaded ones. */
function shownRange({ span: loaded }: ActivityLog, span = loaded) {
  if (loaded === undefined || span === undefined) return {};
  const from = Math.max(span.from, loaded.from) * 1000;
  const to = Math.min(span.to, loaded.to) * 1000;
  // Exclusive, because times can be more precise than the page's milliseconds.
  const lt = new Date(Math.floor(to) + 1).toISOString();
  return { created_at: { gte: new Date(Math.ceil(from)).toISOString(), lt } };
}

function parseSpan(text: string): Span | undefined {
  const [from = NaN, to = NaN] = text.split('-').map(Number);
  return from < to ? { from, to } : undefined;
}
