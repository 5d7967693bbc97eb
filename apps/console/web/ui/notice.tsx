import type { ReactNode } from 'react';
import type { Problem } from '../../server/problem.js';
import { Icon } from './icon.js';

/** Tells what went wrong, with the facts that a support ticket needs, and what can be done about it. */
export function ProblemNotice({
  problem,
  action,
}: {
  readonly problem: Problem;
  readonly action?: ReactNode;
}) {
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
              request <code>{problem.requestId}</code>
            </span>
          )}
          {problem.deadline !== undefined && (
            <span>
              deadline {problem.deadline.phase}, {(problem.deadline.ms / 1000).toLocaleString('en')} s
            </span>
          )}
          {(problem.attempts ?? 0) > 1 && <span>{problem.attempts} attempts</span>}
          {problem.retryAfterMs != null && <span>wait {Math.ceil(problem.retryAfterMs / 1000)} s</span>}
        </div>
      </div>
      {action}
    </div>
  );
}

function titleOf({ kind, status, code }: Problem): string {
  switch (kind) {
    case 'deadline':
      return 'The service took too long';
    case 'connection':
      return code === 'stream_truncated' ? 'The reply was cut off' : 'The connection failed';
    case 'stream':
      return 'The stream ended early';
    case 'refused':
      return status === 429 || status === 529
        ? 'The service is busy'
        : `The service refused${status ? ` (${status})` : ''}`;
    case 'input':
      return 'This cannot be sent';
    case 'answer':
      return 'The answer makes no sense';
    case 'setup':
      return 'This page needs a key that is not set';
    case 'console':
      return 'The console failed';
  }
}
