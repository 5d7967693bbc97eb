import { useMutation } from '@tanstack/react-query';
import type { ExportRequest } from '../../server/export-request.js';
import type { ExportState } from '../../server/export-state.js';
import { api, call, problemFrom } from '../api.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { formatBytes, formatCount, formatDay, formatTime, plural, words } from '../ui/format.js';
import { Icon, type IconName } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { RequestId } from '../ui/request-id.js';
import { StatusChip } from '../ui/status.js';

/** Failures that are listed. The others are counted. */
const MAX_FAILURES = 5;

/** One export: its progress, its problem if any, and its actions. */
export function ExportItem({ item }: { readonly item: ExportState }) {
  const { state, problem, failures, counts, request } = item;
  const title = request.kind === 'chats' ? 'Chats' : 'Activities';
  return (
    <li className="card box export" aria-label={`${title} export, started ${formatTime(item.createdAt)}`}>
      <div className="row spread">
        <div className="row">
          <span role="status">
            <StatusChip of="export" is={state} />
          </span>
          <strong>{title}</strong>
          <span className="muted small">
            {filtersOf(request)} · started {formatTime(item.createdAt)}
          </span>
        </div>
        <Actions item={item} />
      </div>
      <p className="numbers">{progressOf(item)}</p>
      <Bar share={state === 'done' ? 1 : state === 'running' ? item.share || undefined : (item.share ?? 0)} />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {failures.length > 0 && (
        <div className="notice bad" role="alert">
          <Icon name="warn" />
          <div>
            <strong>{plural(failures.length, 'item')} could not be read. Everything else is saved.</strong>
            {failures.slice(0, MAX_FAILURES).map(({ kind, id, message, requestId }) => (
              <div key={kind + id} className="small">
                {kind} <code>{id}</code>: {message} {requestId !== null && <RequestId id={requestId} />}
              </div>
            ))}
          </div>
        </div>
      )}
      {(counts.outcome ?? 0) > 0 && (
        <p className="small warning">
          {plural(counts.outcome ?? 0, 'item')} could not be read. See <code>left-out.ndjson</code>.
        </p>
      )}
      <Downloads item={item} />
      <p className="row muted small">
        <Icon name="file" size={14} /> <code>{item.folder}</code>
      </p>
    </li>
  );
}

/** Links to the files. Always rendered, so that the layout does not jump when the export ends. */
function Downloads({ item: { id, state, files } }: { readonly item: ExportState }) {
  if (state !== 'done')
    return <p className="muted small">Its files can be downloaded when it is finished.</p>;
  return (
    <p className="row small">
      {files.map((name) => (
        <a key={name} href={`/files/exports/${id}/${name}`} download={name}>
          {name}
        </a>
      ))}
    </p>
  );
}

function Actions({ item: { id, state, failures } }: { readonly item: ExportState }) {
  const { busy, problem, run } = useAction();
  const button = (label: string, icon: IconName, action: () => Promise<unknown>) => (
    <Button isOnce size="tiny" icon={icon} disabled={busy} onClick={() => void run(action)}>
      {label}
    </Button>
  );
  const resume = (skip: boolean) => () => call(api.exports.resume, { id, skip });
  return (
    <div className="row">
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {(state === 'running' || state === 'waiting') &&
        button('Pause', 'pause', () => call(api.exports.pause, { id }))}
      {state === 'failed' &&
        failures.some(({ kind }) => kind !== 'unit') &&
        button('Skip and continue', 'play', resume(true))}
      {state === 'failed' && button('Try again', 'refresh', resume(false))}
      {state === 'paused' && button('Resume', 'play', resume(false))}
      {state === 'done' && <VerifyButton id={id} />}
    </div>
  );
}

/** Compares the export with its certificates. */
function VerifyButton({ id }: { readonly id: string }) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(api.exports.verify, { id }),
  });
  if (error !== null) return <ProblemNotice problem={problemFrom(error)} />;
  if (data?.ok === true)
    return (
      <span
        className="small"
        role="status"
      >{`All ${formatCount(data.records)} records match their certificates.`}</span>
    );
  if (data !== undefined)
    return (
      <span className="small warning" role="alert">
        {data.problems.join(' ')}
      </span>
    );
  return (
    <Button size="tiny" icon="check" disabled={isPending} onClick={() => mutate()}>
      Verify
    </Button>
  );
}

/** A progress bar. An undefined share shows an indeterminate animation. Always rendered, so that the layout does not jump. */
function Bar({ share }: { readonly share: number | undefined }) {
  if (share === undefined)
    return (
      <div className="bar moving">
        <div />
      </div>
    );
  const percent = Math.round(100 * share);
  return (
    <div className="bar" role="progressbar" aria-label="Progress" aria-valuenow={percent}>
      <div style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}

function progressOf({ request, counts, bytes, share, remainingMs, state }: ExportState): string {
  const { chat = 0, message = 0, file = 0, activity = 0 } = counts;
  const isEnding = state === 'done' || share === null;
  return [
    ...(request.kind === 'chats'
      ? [plural(chat, 'chat'), plural(message, 'message'), plural(file, 'file')]
      : [plural(activity, 'record')]),
    formatBytes(bytes),
    ...(isEnding ? [] : [`${Math.floor(100 * share)}%`]),
    ...(isEnding || (remainingMs ?? 0) < 60_000
      ? []
      : [`about ${plural(Math.ceil((remainingMs ?? 0) / 60_000), 'minute')} left`]),
  ].join(' · ');
}

function filtersOf(request: ExportRequest): string {
  const { gte, lt } = request.filters.created_at ?? {};
  const days = [
    ...(gte === undefined ? [] : [`from ${formatDay(gte)}`]),
    ...(lt === undefined ? [] : [`before ${formatDay(lt)}`]),
  ];
  if (request.kind === 'activities') {
    const { activity_types = [], actor_ids = [] } = request.filters;
    const named = [...activity_types.map(words), ...actor_ids, ...days];
    return named.length === 0 ? 'all' : named.join(', ');
  }
  const { user_ids, project_ids } = request.filters;
  return [
    user_ids === undefined ? 'everyone' : plural(user_ids.length, 'person', 'people'),
    ...(project_ids === undefined ? [] : [plural(project_ids.length, 'project')]),
    ...(request.search ? [`“${request.search}”`] : []),
    ...days,
  ].join(', ');
}
