import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { taskOf, waitingList } from '../agents/waiting.js';
import { api, latest, query } from '../api.js';
import { inference } from '../sdk/inference.js';
import { managedAgents } from '../sdk/managed-agents.js';
import { formatDay, formatTime, plural } from '../ui/format.js';
import { Pending } from '../ui/pending.js';
import { dollarsThatAddUp } from '../usage/dollars.js';
import { sumOf, usageReport } from '../usage/usage-report.js';

const DAY_MS = 86_400_000;
/** Delay between two checks for sessions that wait. */
const POLL_MS = 30_000;
/** Newest batches and sessions that are checked for failures. */
const CHECKED = 50;

/** The start page: what waits for the reader, what failed, and what it cost since yesterday. */
export function HomePage() {
  const { data: about, dataUpdatedAt } = useQuery(query(api.service.about));
  return (
    <div className="page">
      <header className="row spread">
        <h1>Home</h1>
        {about !== undefined && <span className="muted">{formatDay(new Date(about.now).toISOString())}</span>}
      </header>
      <Waiting />
      {about !== undefined && <Failed now={about.now} ahead={dataUpdatedAt - about.now} />}
      {about !== undefined && <Cost now={about.now} />}
    </div>
  );
}

/** The inbox: sessions that wait for an approval or a result. */
function Waiting() {
  const { data, error } = useQuery({ ...waitingList, refetchInterval: POLL_MS });
  return (
    <Section title="Waits for you" entries={data} error={error} none="Nothing waits for you.">
      {({ id, title, agent, pending }) => (
        <Entry
          key={id}
          href={`/agents?tab=sessions&session=${id}`}
          title={title ?? `Session of ${agent.name}`}
          chip={taskOf(pending)}
          tone="warn"
        >
          {agent.name} · <code>{pending.map(({ use }) => use.name).join(', ')}</code>
        </Entry>
      )}
    </Section>
  );
}

/** What failed, with its page. */
type Failure = readonly [href: string, title: string, chip: string, at: string];

/** Batches, sessions, exports and requests that failed since yesterday. The last two have the console's clock. */
function Failed({ now, ahead }: { readonly now: number; readonly ahead: number }) {
  const since = startOfYesterday(now);
  const { data, error } = useQuery({
    queryKey: [['messages.batches.list', 'sessions.list'], 'failed', since],
    queryFn: ({ signal }) => failuresSince(since, signal),
    refetchInterval: POLL_MS,
  });
  const { data: exports = [] } = useQuery(latest(api.exports.watch));
  const { data: calls = [] } = useQuery(latest(api.inspector.calls));
  const timeOf = (at: string | number) => new Date(new Date(at).getTime() - ahead).toISOString();
  const requests = calls.filter(({ isFailed, at }) => isFailed && timeOf(at) >= since);
  const failures: Failure[] = [...(data ?? [])];
  for (const { state, request, createdAt } of exports)
    if (state === 'failed' && timeOf(createdAt) >= since)
      failures.push(['/compliance?tab=exports', `Export of ${request.kind}`, 'failed', timeOf(createdAt)]);
  if (requests[0] !== undefined) {
    const at = timeOf(requests[0].at);
    failures.push(['/requests?kind=failed', 'Requests of this console', failed(requests.length), at]);
  }
  return (
    <Section title="Failed since yesterday" entries={data && failures} error={error} none="Nothing failed.">
      {([href, title, chip, at]) => (
        <Entry key={href + at} {...{ href, title, chip }} tone="bad">
          {formatTime(at)}
        </Entry>
      )}
    </Section>
  );
}

const failed = (requests: number): string => `${plural(requests, 'request')} failed`;

async function failuresSince(since: string, signal: AbortSignal): Promise<Failure[]> {
  const [batches, sessions] = await Promise.all([
    inference.messages.batches.list({ limit: CHECKED }, { signal }),
    managedAgents.sessions.list({ limit: CHECKED, statuses: ['terminated'] }, { signal }),
  ]);
  const failures: Failure[] = [];
  for (const { id, created_at: at, request_counts: counts } of batches.data)
    if (at >= since && counts.errored + counts.expired > 0)
      failures.push([`/batches?batch=${id}`, `Batch ${id}`, failed(counts.errored + counts.expired), at]);
  for (const { id, title, agent, updated_at: at } of sessions.data)
    if (at >= since)
      failures.push([
        `/agents?tab=sessions&session=${id}`,
        title ?? `Session of ${agent.name}`,
        'session ended',
        at,
      ]);
  return failures;
}

function Cost({ now }: { readonly now: number }) {
  const { data, error } = useQuery({
    queryKey: [['usage.messages', 'cost.list', 'workspaces.list'], 'model', 2, startOfYesterday(now)],
    queryFn: ({ signal }) => usageReport({ by: 'model', days: 2, now }, signal),
  });
  const [total, yesterday, today] = dollarsThatAddUp(data?.map(({ used }) => sumOf(used).cost) ?? []);
  return (
    <section className="card box" aria-label="Cost since yesterday">
      <h2>Cost since yesterday</h2>
      {data === undefined ? (
        <Pending error={error} />
      ) : (
        <p>
          <strong className="numbers big">{total}</strong>{' '}
          <span className="muted small">
            {yesterday} yesterday, {today} today (UTC).{' '}
          </span>
          <Link href="/usage">View usage</Link>
        </p>
      )}
    </section>
  );
}

function startOfYesterday(now: number): string {
  return new Date((Math.floor(now / DAY_MS) - 1) * DAY_MS).toISOString();
}

function Section<T>(props: {
  readonly title: string;
  readonly entries: readonly T[] | undefined;
  readonly error: Error | null;
  /** Shown when there are no entries. */
  readonly none: string;
  readonly children: (entry: T) => ReactNode;
}) {
  const { title, entries, error, none, children } = props;
  return (
    <section className="card box" aria-label={title}>
      <h2>
        {title} <span className="muted numbers">{entries?.length}</span>
      </h2>
      {entries === undefined && <Pending error={error} />}
      {entries?.length === 0 && <p className="muted">{none}</p>}
      <ul className="stack tight-stack">{entries?.map(children)}</ul>
    </section>
  );
}

function Entry(props: {
  readonly href: string;
  readonly title: string;
  readonly chip: string;
  readonly tone: string;
  /** Facts next to the title. */
  readonly children: ReactNode;
}) {
  return (
    <li className="row">
      <Link href={props.href}>{props.title}</Link>
      <span className={`chip ${props.tone}`}>{props.chip}</span>
      <span className="muted small">{props.children}</span>
    </li>
  );
}
