/** A server that limits requests and counts what it admits. */
import { chatCompletions, messages } from '../server/dialects.ts';
import { startHttpServer, type HttpServer } from '../server/http-server.ts';

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
export interface LimitedServer extends HttpServer {
  observed(): Observed;
}

/** Starts a server on a free port of the loopback interface. */
export async function startLimitedServer(limit: Limit): Promise<LimitedServer> {
  let startedAt: number | undefined;
  let lastAdmittedAt = 0;
  let admitted = 0;
  const rejectedAt: number[] = [];
  const server = await startHttpServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const now = performance.now();
      startedAt ??= now;
      const { retryAfterMs, headers } = limit(now);
      const dialect = request.url?.includes('chat/completions') === true ? chatCompletions : messages;
      if (retryAfterMs === undefined) {
        admitted += 1;
        lastAdmittedAt = now - startedAt;
        response.writeHead(200, { 'content-type': 'application/json', ...headers });
        response.end(dialect.document('Hello'));
      } else {
        rejectedAt.push(now - startedAt);
        const hint = { 'retry-after-ms': String(Math.max(1, Math.ceil(retryAfterMs))) };
        response.writeHead(429, { 'content-type': 'application/json', ...headers, ...hint });
        response.end(REJECTION);
      }
    });
  });
  return {
    ...server,
    observed: () => ({ requests: admitted + rejectedAt.length, admitted, lastAdmittedAt, rejectedAt }),
  };
}

const REJECTION = JSON.stringify({
  type: 'error',
  error: { type: 'rate_limit_error', message: 'Rate limit exceeded.' },
});
