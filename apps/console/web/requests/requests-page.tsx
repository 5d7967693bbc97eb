import { useQuery } from '@tanstack/react-query';
import type { CallSummary } from '../../server/inspected-call.js';
import { NoDetail } from '../agents/list-pane.js';
import { api, latest } from '../api.js';
import { CsvButton } from '../ui/csv-button.js';
import type { Cell } from '../ui/csv.js';
import { Empty } from '../ui/empty.js';
import { SearchFilter, SelectFilter } from '../ui/filters.js';
import { Options } from '../ui/options.js';
import { ProblemNotice } from '../ui/notice.js';
import { useView } from '../ui/view.js';
import { CallDetail } from './call-detail.js';
import './requests.css';

const KINDS = { all: 'All requests', failed: 'Failed', retried: 'Retried', running: 'In flight' } as const;
type Kind = keyof typeof KINDS;

const COLUMNS = ['at', 'operation', 'status', 'code', 'attempts', 'duration_ms', 'rule', 'request_ids'];

function rowOf({ at, operation, status, code, attempts, durationMs, rule, requestIds }: CallSummary): Cell[] {
  return [
    new Date(at).toISOString(),
    operation,
    status,
    code,
    attempts,
    durationMs,
    rule,
    requestIds.join(' '),
  ];
}

/** The `/requests` page: every call that the console's server makes, with its attempts, bodies and events. */
export function RequestsPage() {
  const { data: calls, error } = useQuery(latest(api.inspector.calls));
  const [{ q: text, kind, call: id }, setView] = useView({ q: '', kind: 'all', call: '' });
  const found = (calls ?? []).filter((call) => isOfKind(call, kind as Kind) && matches(call, text));
  const chosen = found.find((call) => String(call.id) === id) ?? (found.length === 1 ? found[0] : undefined);
  return (
    <div className="page">
      <header>
        <h1>Requests</h1>
        <span className="muted">Calls of this console to the service. Keys are removed.</span>
      </header>
      {error !== null && <ProblemNotice problem={error.problem} />}
      <div className="filters">
        <SearchFilter
          label="Search requests"
          placeholder="Operation, ID or code"
          value={text}
          onChange={(q) => setView({ q }, { replace: true })}
        />
        <SelectFilter label="Filter requests" value={kind} onChange={(next) => setView({ kind: next })}>
          <Options of={Object.entries(KINDS)} />
        </SelectFilter>
        <CsvButton name="requests" columns={COLUMNS} rows={() => found.map(rowOf)} />
      </div>
      <div className={`panes ${chosen === undefined ? '' : 'chosen'}`}>
        <section className="card list" aria-label="Requests" aria-busy={calls === undefined}>
          {calls !== undefined && found.length === 0 && (
            <Empty icon="requests" title="No matching requests">
              <p>The most recent requests are kept until the console stops.</p>
            </Empty>
          )}
          <ul>
            {found.map((call) => (
              <li key={call.id}>
                <button
                  type="button"
                  aria-current={call.id === chosen?.id}
                  onClick={() => setView({ call: String(call.id) })}
                >
                  <strong className="truncate mono">{call.operation}</strong>
                  <CallFacts call={call} />
                </button>
              </li>
            ))}
          </ul>
        </section>
        {chosen === undefined ? (
          <NoDetail
            isMissing={id !== '' && calls !== undefined}
            icon="requests"
            title="Select a request"
            what="Request"
            hint="It does not match the filter, or is no longer kept."
          />
        ) : (
          <CallDetail key={chosen.id} call={chosen} onBack={() => setView({ call: '' })} />
        )}
      </div>
    </div>
  );
}

function CallFacts({ call }: { readonly call: CallSummary }) {
  const { code, status, durationMs, attempts, rule, at } = call;
  return (
    <span className="row small muted numbers">
      <span className={`chip ${code === null ? (durationMs === null ? '' : 'good') : 'bad'}`}>
        {code ?? (durationMs === null ? 'in flight' : (status ?? 'ok'))}
      </span>
      {attempts > 1 && <span className="chip warn">{attempts} attempts</span>}
      {rule !== null && <span className="chip">{rule}</span>}
      {durationMs !== null && <span>{Math.round(durationMs)} ms</span>}
      <span>{new Date(at).toLocaleTimeString('en-GB')}</span>
    </span>
  );
}

function isOfKind({ code, attempts, durationMs }: CallSummary, kind: Kind): boolean {
  switch (kind) {
    case 'failed':
      return code !== null;
    case 'retried':
      return attempts > 1;
    case 'running':
      return durationMs === null;
    default:
      return true;
  }
}

function matches({ operation, requestIds, code, rule, status }: CallSummary, text: string): boolean {
  const facts = [operation, ...requestIds, code, rule, status].join(' ').toLowerCase();
  return facts.includes(text.trim().toLowerCase());
}
