import type { Problem } from '../../server/problem.js';
import { Icon } from './icon.js';
import titles from './problem-titles.json' with { type: 'json' };
import { RequestId } from './request-id.js';

/** Shows a problem with the facts that a support ticket needs. */
export function ProblemNotice({ problem }: { readonly problem: Problem }) {
  return (
    <div className={`notice ${problem.kind === 'connection' ? '' : 'bad'}`} role="alert">
      <Icon name="warn" />
      <div>
        <strong>{titleOf(problem)}</strong>
        <div className="small">{problem.message}</div>
        {problem.fields?.map((field) => (
          <div key={field.path + field.message} className="small">
            <code>{field.path}</code>: {field.message}
          </div>
        ))}
        <div className="facts">
          <span>
            code <code>{problem.code}</code>
          </span>
          {problem.requestId != null && (
            <span>
              request <RequestId id={problem.requestId} />
            </span>
          )}
          {problem.deadline !== undefined && (
            <span>
              deadline {problem.deadline.phase}, {(problem.deadline.ms / 1000).toLocaleString('en')} s
            </span>
          )}
          {(problem.attempts ?? 0) > 1 && <span>{problem.attempts} attempts</span>}
          {problem.retryAfterMs != null && (
            <span>retry after {Math.ceil(problem.retryAfterMs / 1000)} s</span>
          )}
        </div>
      </div>
    </div>
  );
}

function titleOf({ kind, status, code }: Problem): string {
  if (code === 'stream_truncated' && kind === 'connection') return 'The reply was cut off';
  if (kind !== 'refused') return titles[kind];
  if (status === 401) return 'The service rejected the API key';
  if (status === 429 || status === 529) return 'The service is busy';
  return titles.refused + (status ? ` (${status})` : '');
}
