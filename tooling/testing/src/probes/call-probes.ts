/** Probes of failing calls. */
import { gzipSync } from 'node:zlib';
import type { Responder } from '../fault-server.ts';
import { respond, cut, reset, silent, stall } from '../responders.ts';
import { counted, outcomeOf, inTime, inWords, mustFail, type Observation } from './observe.ts';
import { meet, withOption, type Bench, type Probe } from './probe.ts';
import { cutDocument, good, refused, TEXT } from './wire.ts';
import { withDeafServer } from './deaf-server.ts';

const CALLS = 100;
const LARGE_MEGABYTES = 270;

/** Missing responses. */
const silences: readonly Probe[] = [
  {
    id: 'call-connect',
    title: 'The connection is never established',
    method: 'A server whose accept queue is full, so TCP never completes the handshake. Default settings.',
    slow: true,
    observe: (bench) =>
      withDeafServer(async (url) => {
        const client = bench.subject.connect(url);
        const outcome = await outcomeOf(() => client.ask(), bench.patienceMs);
        return { good: outcome.kind === 'failed', says: inTime(outcome) };
      }),
  },
  {
    id: 'call-no-answer',
    title: 'A request gets no response',
    method: 'The server never responds. Default settings.',
    slow: true,
    observe: (bench) => waitsFor(bench, silent),
  },
  {
    id: 'call-body-stall',
    title: 'A response stalls mid-body',
    method: 'Headers and most of the body, then nothing; the connection stays open. Default settings.',
    slow: true,
    observe: (bench) => waitsFor(bench, stall(cutDocument(bench.wire))),
  },
];

/** Retries. */
const retries: readonly Probe[] = [
  {
    id: 'retry-reset',
    title: 'The connection is reset before the response, then the service recovers',
    method: 'A reset after the request for a message, then a valid response. Expected: that response.',
    observe: (bench) =>
      meet(bench, [reset, good(bench.wire)], async (client) => {
        const outcome = await outcomeOf(() => client.ask());
        return {
          good: outcome.kind === 'returned',
          says: outcome.kind === 'returned' ? 'retried' : inWords(outcome),
        };
      }),
  },
  {
    id: 'create-reset',
    title: 'The response to a creating POST is lost',
    method:
      'A reset after the request was received (Parlance: a vault; @anthropic-ai/sdk: a batch; openai: a vector store). ' +
      'Expected: one request, or the same idempotency key on every request.',
    observe: (bench) => withOption(bench, 'sendOnce', (one) => createdOnce(one, reset)),
  },
  {
    id: 'create-500',
    title: 'A creating POST gets a 500',
    method: 'Every request gets a 500.',
    observe: (bench) => withOption(bench, 'sendOnce', (one) => createdOnce(one, refused(500, 'api_error'))),
  },
  {
    id: 'retry-storm',
    title: `${CALLS} calls to an overloaded service: requests sent`,
    method: `${CALLS} calls at once, all of which get a 529. Expected: at most 150 requests.`,
    observe: (bench) =>
      meet(bench, [refused(529, 'overloaded_error')], async (client, server) => {
        const calls = Array.from({ length: CALLS }, () => Promise.resolve(client.ask()));
        await outcomeOf(() => Promise.allSettled(calls), 120_000);
        return { good: server.requests.length <= 150, says: String(server.requests.length) };
      }),
  },
  {
    id: 'retry-after',
    title: 'The service requests a wait of 2 s',
    method:
      'A 429 with `retry-after: 2`, then a valid response. Expected: a second request after at least 2 s.',
    observe: waitsAsAsked,
  },
  {
    id: 'retry-after-hour',
    title: 'The service requests a wait of an hour',
    method: 'Every request gets a 429 with `retry-after: 3600`. Expected: an error without further requests.',
    slow: true,
    observe: (bench) =>
      meet(bench, [refused(429, 'rate_limit_error', { 'retry-after': '3600' })], async (client, server) => {
        const outcome = await outcomeOf(() => client.ask(), bench.patienceMs);
        const once = outcome.kind === 'failed' && server.requests.length === 1;
        return { good: once, says: `${inTime(outcome)}, ${counted(server.requests)}` };
      }),
  },
  {
    id: 'retry-forbidden',
    title: 'The service forbids retries',
    method: 'Every request gets a 503 with `x-should-retry: false`. Expected: one request.',
    observe: (bench) =>
      meet(bench, [refused(503, 'api_error', { 'x-should-retry': 'false' })], async (client, server) => {
        await outcomeOf(() => client.ask());
        return { good: server.requests.length === 1, says: counted(server.requests) };
      }),
  },
];

/** Unusable responses. */
const unusable: readonly Probe[] = [
  {
    id: 'answer-cut',
    title: 'A response body is cut off',
    method: 'The connection always closes before the announced content length. Expected: an error.',
    observe: (bench) => mustFailOn(bench, cut(cutDocument(bench.wire), 'fin')),
  },
  {
    id: 'answer-html',
    title: 'A gateway responds 200 with an HTML page',
    method: 'Expected: an error.',
    observe: (bench) =>
      mustFailOn(bench, respond(200, '<html>Sign in</html>', { 'content-type': 'text/html' })),
  },
  {
    id: 'answer-empty',
    title: 'A 200 without a body',
    method: 'Expected: an error.',
    observe: (bench) => mustFailOn(bench, respond(200, '')),
  },
  {
    id: 'answer-large',
    title: `A response that decompresses to ${LARGE_MEGABYTES} MB`,
    method: 'A small compressed body. Expected: an error instead of the memory use.',
    observe: (bench) => {
      const text = bench.wire.document.replace(TEXT, 'x'.repeat(LARGE_MEGABYTES * 1_000_000));
      const body = gzipSync(text, { level: 1 });
      return mustFailOn(bench, respond(200, body, { 'content-encoding': 'gzip' }));
    },
  },
  {
    id: 'answer-wrong',
    title: 'A response of the wrong shape',
    method: 'The content is a string where the contract has an array. Expected: an error by default.',
    observe: (bench) =>
      withOption(bench, 'validate', (one) => mustFailOn(one, respond(200, one.wire.wrongDocument))),
  },
  {
    id: 'request-wrong',
    title: 'A request of the wrong shape',
    method: 'The token limit is a string. Expected: by default, an error before anything is sent.',
    observe: (bench) => withOption(bench, 'validate', refusesUnsent),
  },
];

/** All probes of calls. */
export const callProbes: readonly Probe[] = [...silences, ...retries, ...unusable];

function waitsFor(bench: Bench, responder: Responder): Promise<Observation> {
  return meet(bench, [responder], async (client, server) => {
    const outcome = await outcomeOf(() => client.ask(), bench.patienceMs);
    return { good: outcome.kind === 'failed', says: `${inTime(outcome)}, ${counted(server.requests)}` };
  });
}

function mustFailOn(bench: Bench, responder: Responder): Promise<Observation> {
  return meet(bench, [responder], async (client) =>
    mustFail(await outcomeOf(() => client.ask()), 'returned as data'),
  );
}

function refusesUnsent(bench: Bench): Promise<Observation> {
  return meet(bench, [good(bench.wire)], async (client, server) => {
    const outcome = await outcomeOf(() => client.ask({ wrong: true }));
    const unsent = outcome.kind === 'failed' && server.requests.length === 0;
    return { good: unsent, says: unsent ? inWords(outcome) : 'sent' };
  });
}

async function createdOnce(bench: Bench, responder: Responder): Promise<Observation | undefined> {
  return meet(bench, [responder, responder], async (client, server) => {
    if (!client.create) return undefined;
    const { create } = client;
    await outcomeOf(() => create.call(client));
    const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']));
    const known = server.requests.length > 1 && keys.size === 1 && !keys.has(undefined);
    return {
      good: server.requests.length === 1 || known,
      says: counted(server.requests) + (known ? ' with one idempotency key' : ''),
    };
  });
}

async function waitsAsAsked(bench: Bench): Promise<Observation> {
  const times: number[] = [];
  const noted =
    (responder: Responder): Responder =>
    (connection) => {
      times.push(performance.now());
      return responder(connection);
    };
  const responders = [refused(429, 'rate_limit_error', { 'retry-after': '2' }), good(bench.wire)];
  return meet(bench, responders.map(noted), async (client) => {
    const outcome = await outcomeOf(() => client.ask());
    const [first = 0, second] = times;
    if (second === undefined) return { good: false, says: inWords(outcome) };
    const asked = second - first >= 1_950;
    return { good: asked, says: asked ? 'waits, succeeds' : 'does not wait that long' };
  });
}
