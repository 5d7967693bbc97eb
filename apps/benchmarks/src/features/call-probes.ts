/** Calls that go wrong. */
import { gzipSync } from 'node:zlib';
import type { Scene } from '../../../../packages/core-transport/src/testing/fault-server.ts';
import { answer, cut, reset, silent, stall } from '../../../../packages/core-transport/src/testing/scenes.ts';
import { counted, endingOf, inTime, inWords, mustFail, type Observation } from './observe.ts';
import { meet, withOption, type Bench, type Probe } from './probe.ts';
import { cutDocument, good, refused, TEXT } from './wire.ts';
import { withDeafServer } from './deaf-server.ts';

const CALLS = 100;
const LARGE_MEGABYTES = 270;

/** Answers that do not come. */
const silences: readonly Probe[] = [
  {
    id: 'call-connect',
    title: 'The connection is never made',
    method: 'A server whose queue of connections is full: TCP does not answer. The settings of each library.',
    slow: true,
    observe: (bench) =>
      withDeafServer(async (url) => {
        const client = bench.subject.connect(url);
        const ending = await endingOf(() => client.ask(), bench.patienceMs);
        return { good: ending.kind === 'failed', says: inTime(ending) };
      }),
  },
  {
    id: 'call-no-answer',
    title: 'A call is taken and never answered',
    method: 'Nothing comes after the request. The settings of each library.',
    slow: true,
    observe: (bench) => waitsFor(bench, silent),
  },
  {
    id: 'call-body-stall',
    title: 'An answer stops in the middle of its body',
    method:
      'Headers and most of the body, then nothing; the connection stays open. The settings of each library.',
    slow: true,
    observe: (bench) => waitsFor(bench, stall(cutDocument(bench.wire))),
  },
];

/** Whether and when a request is sent again. */
const repeats: readonly Probe[] = [
  {
    id: 'retry-reset',
    title: 'The connection breaks before an answer, then the service is well',
    method: 'A reset after the request for a message, then a good answer. Good is the answer.',
    observe: (bench) =>
      meet(bench, [reset, good(bench.wire)], async (client) => {
        const ending = await endingOf(() => client.ask());
        return {
          good: ending.kind === 'gave',
          says: ending.kind === 'gave' ? 'sent again' : inWords(ending),
        };
      }),
  },
  {
    id: 'create-reset',
    title: 'The answer to a POST that creates something is lost',
    method:
      'A reset after the request was taken (Parlance: a vault; @anthropic-ai/sdk: a batch; openai: a vector store). ' +
      'Good is one request, or one idempotency key on all of them.',
    observe: (bench) => withOption(bench, 'sendOnce', (one) => createdOnce(one, reset)),
  },
  {
    id: 'create-500',
    title: 'A POST that creates something gets a 500',
    method: 'Every request is answered by a 500.',
    observe: (bench) => withOption(bench, 'sendOnce', (one) => createdOnce(one, refused(500, 'api_error'))),
  },
  {
    id: 'retry-storm',
    title: `${CALLS} calls while the service refuses everything: requests`,
    method: `${CALLS} calls at once, all answered by 529. How many requests arrive; good is at most 150.`,
    observe: (bench) =>
      meet(bench, [refused(529, 'overloaded_error')], async (client, server) => {
        const calls = Array.from({ length: CALLS }, () => Promise.resolve(client.ask()));
        await endingOf(() => Promise.allSettled(calls), 120_000);
        return { good: server.requests.length <= 150, says: String(server.requests.length) };
      }),
  },
  {
    id: 'retry-after',
    title: 'The service asks to wait 2 s',
    method: 'A 429 with `retry-after: 2`, then a good answer. Good is a second request after at least 2 s.',
    observe: waitsAsAsked,
  },
  {
    id: 'retry-after-hour',
    title: 'The service asks to wait an hour',
    method: 'Every request gets a 429 with `retry-after: 3600`. Good is an error without further requests.',
    slow: true,
    observe: (bench) =>
      meet(bench, [refused(429, 'rate_limit_error', { 'retry-after': '3600' })], async (client, server) => {
        const ending = await endingOf(() => client.ask(), bench.patienceMs);
        const once = ending.kind === 'failed' && server.requests.length === 1;
        return { good: once, says: `${inTime(ending)}, ${counted(server.requests)}` };
      }),
  },
  {
    id: 'retry-forbidden',
    title: 'The service says not to try again',
    method: 'Every request gets a 503 with `x-should-retry: false`. Good is one request.',
    observe: (bench) =>
      meet(bench, [refused(503, 'api_error', { 'x-should-retry': 'false' })], async (client, server) => {
        await endingOf(() => client.ask());
        return { good: server.requests.length === 1, says: counted(server.requests) };
      }),
  },
];

/** Answers that are none. */
const answers: readonly Probe[] = [
  {
    id: 'answer-cut',
    title: 'The body of an answer is cut',
    method: 'The connection ends before the announced length, each time. Good is an error.',
    observe: (bench) => mustFailOn(bench, cut(cutDocument(bench.wire), 'fin')),
  },
  {
    id: 'answer-html',
    title: 'A gateway answers 200 with a page of HTML',
    method: 'Good is an error.',
    observe: (bench) =>
      mustFailOn(bench, answer(200, '<html>Sign in</html>', { 'content-type': 'text/html' })),
  },
  {
    id: 'answer-empty',
    title: 'A 200 without a body',
    method: 'Good is an error.',
    observe: (bench) => mustFailOn(bench, answer(200, '')),
  },
  {
    id: 'answer-large',
    title: `An answer that unpacks to ${LARGE_MEGABYTES} MB`,
    method: 'A small compressed body. Good is an error instead of the memory.',
    observe: (bench) => {
      const text = bench.wire.document.replace(TEXT, 'x'.repeat(LARGE_MEGABYTES * 1_000_000));
      const body = gzipSync(text, { level: 1 });
      return mustFailOn(bench, answer(200, body, { 'content-encoding': 'gzip' }));
    },
  },
  {
    id: 'answer-wrong',
    title: 'An answer of the wrong shape',
    method: 'The content is a text where the contract has a list. Good is an error without being asked.',
    observe: (bench) =>
      withOption(bench, 'validate', (one) => mustFailOn(one, answer(200, one.wire.wrongDocument))),
  },
  {
    id: 'request-wrong',
    title: 'A request of the wrong shape',
    method: 'The limit of tokens is a word. Good is an error before anything is sent, without being asked.',
    observe: (bench) => withOption(bench, 'validate', refusesUnsent),
  },
];

/** Every probe of calls. */
export const callProbes: readonly Probe[] = [...silences, ...repeats, ...answers];

function waitsFor(bench: Bench, scene: Scene): Promise<Observation> {
  return meet(bench, [scene], async (client, server) => {
    const ending = await endingOf(() => client.ask(), bench.patienceMs);
    return { good: ending.kind === 'failed', says: `${inTime(ending)}, ${counted(server.requests)}` };
  });
}

function mustFailOn(bench: Bench, scene: Scene): Promise<Observation> {
  return meet(bench, [scene], async (client) =>
    mustFail(await endingOf(() => client.ask()), 'given as data'),
  );
}

function refusesUnsent(bench: Bench): Promise<Observation> {
  return meet(bench, [good(bench.wire)], async (client, server) => {
    const ending = await endingOf(() => client.ask({ wrong: true }));
    const unsent = ending.kind === 'failed' && server.requests.length === 0;
    return { good: unsent, says: unsent ? inWords(ending) : 'is sent' };
  });
}

async function createdOnce(bench: Bench, scene: Scene): Promise<Observation | undefined> {
  return meet(bench, [scene, scene], async (client, server) => {
    if (!client.create) return undefined;
    const { create } = client;
    await endingOf(() => create.call(client));
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
    (scene: Scene): Scene =>
    (stage) => {
      times.push(performance.now());
      return scene(stage);
    };
  const scenes = [refused(429, 'rate_limit_error', { 'retry-after': '2' }), good(bench.wire)];
  return meet(bench, scenes.map(noted), async (client) => {
    const ending = await endingOf(() => client.ask());
    const [first = 0, second] = times;
    if (second === undefined) return { good: false, says: inWords(ending) };
    const asked = second - first >= 1_950;
    return { good: asked, says: asked ? 'waits, succeeds' : 'does not wait so long' };
  });
}
