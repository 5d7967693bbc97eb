import { useQuery } from '@tanstack/react-query';
import { containsWords } from '../../server/chat-search.js';
import type { CallSummary } from '../../server/inspected-call.js';
import { api, latest } from '../api.js';
import { CsvButton } from '../ui/csv-button.js';
import { SearchFilter } from '../ui/filters.js';
import { Select } from '../ui/select.js';
import { Panes } from '../ui/panes.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { CallDetail } from './call-detail.js';
import './requests.css';

const KINDS = { all: 'All requests', failed: 'Failed', retried: 'Retried', running: 'In flight' } as const;
type Kind = keyof typeof KINDS;

const COLUMNS = [
  'at',
  'operation',
  'status',
  'code',
  'attempts',
  'duration_ms',
  'rule',
  'request_ids',
] as const;

/** The `/requests` page: every call that the console's server makes, with its attempts, bodies and events. */
export function RequestsPage() {
  const { data: calls, error } = useQuery(latest(api.inspector.calls));
  const [{ q: text, kind, call: id }, setView] = useView({ q: '', kind: 'all', call: '' });
  const found = (calls ?? []).filter((call) => isOfKind(call, kind as Kind) && matches(call, text));
  const chosen = found.find((call) => String(call.id) === id) ?? (found.length === 1 ? found[0] : undefined);
  // The only one that is found is shown again unless others are found.
  const leave = () => setView({ call: '', ...(found.length === 1 && { q: '', kind: 'all' }) });
  return (
    <div className="page">
      <header className="row spread">
        <h1>Requests</h1>
        <span className="muted">Calls of this console to the service. Keys are removed.</span>
      </header>
      <Pending error={error} isLoaded />
      <div className="row filters">
        <SearchFilter
          label="Search requests"
          placeholder="Operation, ID or code"
          value={text}
          onChange={(q) => setView({ q }, { replace: true })}
        />
        <Select
          label="Filter requests"
          value={kind}
          onChange={(next) => setView({ kind: next })}
          options={KINDS}
        />
        <CsvButton
          name="requests"
          columns={COLUMNS}
          rows={() =>
            found.map(({ at, durationMs, requestIds, ...call }) => ({
              ...call,
              at: new Date(at).toISOString(),
              duration_ms: durationMs,
              request_ids: requestIds.join(' '),
            }))
          }
        />
      </div>
      <Panes
        label="Requests"
        items={found.map(itemOf)}
        chosen={chosen && String(chosen.id)}
        onChoose={(call) => setView({ call })}
        isLoading={calls === undefined}
        icon="requests"
        empty={{
          title: 'No matching requests',
          text: 'The most recent requests are kept until the console stops.',
        }}
        none={{
          isMissing: id !== '' && calls !== undefined,
          title: 'Select a request',
          what: 'Request',
          hint: 'It does not match the filter, or it is too old.',
        }}
      >
        {chosen && <CallDetail key={chosen.id} call={chosen} onBack={leave} />}
      </Panes>
    </div>
  );
}

function itemOf({ id, operation, code, isFailed, status, durationMs, attempts, rule, at }: CallSummary) {
  const below = (
    <>
      <span className={`chip ${isFailed ? 'bad' : code === null && durationMs !== null ? 'good' : ''}`}>
        {isFailed
          ? code
          : code !== null
            ? 'page was left'
            : durationMs === null
              ? 'in flight'
              : (status ?? 'ok')}
      </span>
      {attempts > 1 && <span className="chip warn">{attempts} attempts</span>}
      {rule !== null && <span className="chip">{rule}</span>}
      {durationMs !== null && <span>{Math.round(durationMs)} ms</span>}
      <span>{new Date(at).toLocaleTimeString('en-GB')}</span>
    </>
  );
  return { id: String(id), title: <span className="mono">{operation}</span>, below };
}

function isOfKind({ isFailed, attempts, durationMs }: CallSummary, kind: Kind): boolean {
  const is = { all: true, failed: isFailed, retried: attempts > 1, running: durationMs === null };
  return is[kind] ?? true;
}

function matches({ operation, requestIds, code, rule, status }: CallSummary, text: string): boolean {
  return containsWords([operation, ...requestIds, code, rule, status].join(' '), text);
}
