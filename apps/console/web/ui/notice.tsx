import type { Problem } from '../../server/problem.js';
import { Icon } from './icon.js';
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
  switch (kind) {
    case 'deadline':
      return 'The request timed out';
    case 'connection':
      return code === 'stream_truncated' ? 'The reply was cut off' : 'The connection failed';
    case 'stream':
      return 'The stream ended early';
    case 'refused':
      return status === 429 || status === 529
        ? 'The service is busy'
        : `The service rejected the request${status ? ` (${status})` : ''}`;
    case 'input':
      return 'The request is invalid';
    case 'response':
      return 'Unexpected response from the service';
    case 'setup':
      return 'This page needs an API key';
    case 'console':
      return 'Something went wrong in the console';
  }
}
