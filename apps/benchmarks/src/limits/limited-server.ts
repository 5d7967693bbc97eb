/** A server that limits requests and counts what it admits. */
import { FaultServer } from '@parlance/testing/fault-server';
import { respond, refusal } from '@parlance/testing/responders';
import { chatCompletions, messages } from '@parlance/testing/dialects';

/** Decision about a request: admitted, or rejected with a hint. */
export interface Decision {
  /** Milliseconds to wait, of a rejected request. Missing if the request is admitted. */
  readonly retryAfterMs?: number;
  /** Headers that report the limit. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Decides about requests by the time of their arrival, in milliseconds. */
export type Limit = (now: number) => Decision;

/** What a server has observed. Times are in milliseconds since the first request. */
export interface Observed {
  readonly requests: number;
  readonly admitted: number;
  /** When the last request was admitted. */
  readonly lastAdmittedAt: number;
  /** When requests were rejected. */
  readonly rejectedAt: readonly number[];
}

/** A running server. */
export interface LimitedServer extends AsyncDisposable {
  readonly url: string;
  observed(): Observed;
}

/** Starts a server on a free port of the loopback interface. */
export async function startLimitedServer(limit: Limit): Promise<LimitedServer> {
  let startedAt: number | undefined;
  let lastAdmittedAt = 0;
  let admitted = 0;
  const rejectedAt: number[] = [];
  const server = await FaultServer.start((connection) => {
    const now = performance.now();
    startedAt ??= now;
    const { retryAfterMs, headers } = limit(now);
    if (retryAfterMs === undefined) {
      admitted += 1;
      lastAdmittedAt = now - startedAt;
      const dialect = connection.request.path.includes('chat/completions') ? chatCompletions : messages;
      return respond(200, dialect.document('Hello'), headers)(connection);
    }
    rejectedAt.push(now - startedAt);
    const hint = { 'retry-after-ms': String(Math.max(1, Math.ceil(retryAfterMs))) };
    return refusal(429, 'rate_limit_error', { ...headers, ...hint })(connection);
  });
  return {
    url: server.url,
    observed: () => ({ requests: admitted + rejectedAt.length, admitted, lastAdmittedAt, rejectedAt }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
