import type { ExportRequest, ExportState } from '../../server/export-state.js';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { formatBytes, formatCount, formatDay, formatTime, plural, words } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';

const TONE = { running: 'accent', waiting: 'warn', paused: 'warn', failed: 'bad', done: 'good' } as const;

/** One export: its progress, its problem if any, and its actions. */
export function ExportItem({ item }: { readonly item: ExportState }) {
  const { state, problem, stuck, counts, request } = item;
  const title = request.kind === 'chats' ? 'Chats' : 'Activities';
  return (
    <li className="card export" aria-label={`${title} export, started ${formatTime(item.createdAt)}`}>
      <div className="row spread">
        <div className="row">
          <span className={`chip ${TONE[state]}`} role="status">
            {state}
          </span>
          <strong>{title}</strong>
          <span className="muted small">
            {filtersOf(request)} · started {formatTime(item.createdAt)}
          </span>
        </div>
        <Actions item={item} />
      </div>
      <p className="numbers">{progressOf(item)}</p>
      <Progress item={item} />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {stuck !== undefined && (
        <p className="small">
          Stopped at the {stuck.kind} <code>{stuck.id}</code>. Everything before it is saved.
        </p>
      )}
      {counts.leftOut > 0 && (
        <p className="small warning">
          {plural(counts.leftOut, 'item')} could not be read. See <code>left-out.ndjson</code>.
        </p>
      )}
      <p className="muted small where-to">
        <Icon name="file" size={14} /> <code>{item.folder}</code>
      </p>
    </li>
  );
}

function Actions({ item: { id, state, stuck, files } }: { readonly item: ExportState }) {
  const { busy, problem, run } = useAction();
  const isStopped = state === 'paused' || state === 'failed';
  return (
    <div className="row">
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {(state === 'running' || state === 'waiting') && (
        <button
          type="button"
          className="button tiny"
          disabled={busy}
          onClick={() => void run(() => call(api.exports.pause, { id }))}
        >
          <Icon name="pause" size={16} /> Pause
        </button>
      )}
      {isStopped && stuck !== undefined && (
        <button
          type="button"
          className="button tiny"
          disabled={busy}
          onClick={() => void run(() => call(api.exports.leaveOut, { id }))}
        >
          Skip and continue
        </button>
      )}
      {isStopped && (
        <button
          type="button"
          className="button tiny"
          disabled={busy}
          onClick={() => void run(() => call(api.exports.resume, { id }))}
        >
          <Icon name={state === 'failed' ? 'refresh' : 'play'} size={16} />
          {state === 'failed' ? 'Try again' : 'Resume'}
        </button>
      )}
      {state === 'done' &&
        files.map((name) => (
          <a key={name} className="button tiny" href={`/files/exports/${id}/${name}`} download={name}>
            <Icon name="download" size={16} /> {name}
          </a>
        ))}
    </div>
  );
}

/** Progress bar. Always rendered, so that the layout does not jump when the export ends. */
function Progress({ item: { state, people } }: { readonly item: ExportState }) {
  if (state === 'done') return <Bar share={1} />;
  // Up to ten users are read with one request, so there is no progress to show before the end.
  if (people === null || people.of <= 10) return <Bar share={state === 'running' ? undefined : 0} />;
  return (
    <div
      role="progressbar"
      aria-label="People"
      aria-valuetext={`${people.done} of ${people.of} people`}
      aria-valuemax={people.of}
      aria-valuenow={people.done}
    >
      <Bar share={people.done / people.of} />
    </div>
  );
}

/** A progress bar. An undefined share shows an indeterminate animation. */
function Bar({ share }: { readonly share: number | undefined }) {
  const style = share === undefined ? undefined : { inlineSize: `${100 * share}%` };
  return (
    <div className={`bar ${share === undefined ? 'moving' : ''}`}>
      <div style={style} />
    </div>
  );
}

function progressOf({ request, counts, people, reached, state }: ExportState): string {
  const parts =
    request.kind === 'chats'
      ? [plural(counts.records, 'chat'), plural(counts.messages, 'message'), plural(counts.files, 'file')]
      : [plural(counts.records, 'record')];
  parts.push(formatBytes(counts.bytes));
  if (people !== null && people.of > 10) {
    parts.push(`${formatCount(people.done)} of ${formatCount(people.of)} people`);
  }
  if (reached !== null && state !== 'done') {
    parts.push(`${request.kind === 'chats' ? 'up to' : 'back to'} ${formatTime(reached)}`);
  }
  return parts.join(' · ');
}

function filtersOf(request: ExportRequest): string {
  if (request.kind === 'activities') {
    const { activity_types = [], actor_ids = [], created_at } = request.filters;
    const named = [...activity_types.map(words), ...actor_ids, ...daysOf(created_at)];
    return named.length === 0 ? 'all' : named.join(', ');
  }
  const { user_ids, project_ids, created_at } = request.filters;
  const named = [
    user_ids === undefined ? 'everyone' : plural(user_ids.length, 'person', 'people'),
    ...(project_ids === undefined ? [] : [plural(project_ids.length, 'project')]),
    ...daysOf(created_at),
  ];
  return named.join(', ');
}

function daysOf(range: ExportRequest['filters']['created_at']): string[] {
  return [
    ...(range?.gte === undefined ? [] : [`from ${formatDay(range.gte)}`]),
    ...(range?.lt === undefined ? [] : [`before ${formatDay(range.lt)}`]),
  ];
}
