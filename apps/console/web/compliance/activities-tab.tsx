import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { activityTypes, type ActivityListParams } from '@parlance/schemas';
import { formatCount, words } from '../ui/format.js';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { useView } from '../ui/view.js';
import { ActivityExplorer } from './activity-explorer.js';
import { createdWithin, DateRange } from './date-range.js';
import { ExportButton } from './export-button.js';
import { useActivityLog } from './use-activity-log.js';

/** Created once: there are hundreds of options, and the tab renders again for each page that arrives. */
const TYPES = (
  <>
    <option value="">All types</option>
    {activityTypes.map((name) => (
      <option key={name} value={name}>
        {words(name)}
      </option>
    ))}
  </>
);

/** The audit log: a timeline, and the activities in its selected range. */
export function ActivitiesTab() {
  const [{ type, actor, ...days }, setView] = useView({ type: '', actor: '', from: '', to: '' });
  const { data: people } = useQuery(query(api.compliance.people));
  const actors = useMemo(
    () =>
      people?.map(({ id, full_name }) => (
        <option key={id} value={id}>
          {full_name}
        </option>
      )),
    [people],
  );
  const params: ActivityListParams = {
    ...(type === '' ? {} : { activity_types: [type] }),
    ...(actor === '' ? {} : { actor_ids: [actor] }),
    ...createdWithin(days),
  };
  const { log, loading, error } = useActivityLog(params);
  return (
    <div className="stack">
      <div className="filters">
        <select
          className="input"
          aria-label="Type"
          value={type}
          onChange={(event) => setView({ type: event.target.value })}
        >
          {TYPES}
        </select>
        <select
          className="input"
          aria-label="Actor"
          value={actor}
          onChange={(event) => setView({ actor: event.target.value })}
        >
          <option value="">All actors</option>
          {actors}
        </select>
        <DateRange days={days} onChange={setView} />
        <span className="muted small numbers" role="status">
          {formatCount(log.count)} activities{loading ? '…' : ''}
        </span>
        <ExportButton request={{ kind: 'activities', filters: params }} />
      </div>
      {error !== null && <ProblemNotice problem={error.problem} />}
      <ActivityExplorer log={log} loading={loading} />
    </div>
  );
}
