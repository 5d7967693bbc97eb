/** Probes of failing streams. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultServer } from '../fault-server.ts';
import { cut, streamStart } from '../responders.ts';
import { outcomeOf, inTime, inWords, mustFail, type Observation } from './observe.ts';
import { meet, type Bench, type Probe } from './probe.ts';
import type { Client } from './subject.ts';
import { endedStream, endlessEvent, openStream, pinging, TEXT, wholeStream } from './wire.ts';

const MEGABYTES = 32;

/** Failures that must surface as errors. */
const failures: readonly Probe[] = [
  {
    id: 'stream-cut-loop',
    title: 'A stream ends early with a clean close: loop',
    method: 'A proxy ends the body cleanly after the first text. Expected: an error.',
    observe: (bench) => loopMustFail(bench, endedStream(bench.wire.half)),
  },
  {
    id: 'stream-cut-whole',
    title: 'A stream ends early with a clean close: whole text',
    method: 'The same body, read with the method that the library offers for the whole text.',
    observe: (bench) =>
      meet(bench, [endedStream(bench.wire.half)], async (client) =>
        mustFail(await outcomeOf(() => client.wholeText()), 'partial text looks complete'),
      ),
  },
  {
    id: 'stream-reset',
    title: 'The connection is reset mid-stream',
    method: 'A reset after the first text, read in a loop.',
    observe: (bench) => loopMustFail(bench, cut(streamStart(bench.wire.half), 'rst')),
  },
  {
    id: 'stream-error-event',
    title: 'The service sends an error event mid-stream: loop',
    method: 'An error event after the first text, then the end of the body, read in a loop.',
    observe: (bench) => loopMustFail(bench, endedStream(bench.wire.half + bench.wire.errorEvent)),
  },
  {
    id: 'stream-error-whole',
    title: 'The service sends an error event mid-stream: whole text',
    method: 'The same body, read with the method that the library offers for the whole text.',
    observe: (bench) =>
      meet(bench, [endedStream(bench.wire.half + bench.wire.errorEvent)], async (client) =>
        mustFail(await outcomeOf(() => client.wholeText()), 'partial text looks complete'),
      ),
  },
  {
    id: 'stream-broken-event',
    title: 'An event is not JSON',
    method: 'One event with truncated JSON, then the rest of a valid stream, read in a loop.',
    observe: (bench) => {
      const { half, brokenEvent, rest } = bench.wire;
      return loopMustFail(bench, endedStream(half + brokenEvent + rest));
    },
  },
  {
    id: 'stream-endless-event',
    title: 'An event without an end',
    method: `A line that grows by 1 MB at a time, up to ${MEGABYTES} MB, read in a loop. Expected: an error before that.`,
    observe: (bench) =>
      meet(bench, [endlessEvent(bench.wire, MEGABYTES)], async (client) => {
        const outcome = await outcomeOf(() => client.loop(() => false), 15_000);
        return {
          good: outcome.kind === 'failed',
          says: outcome.kind === 'failed' ? inWords(outcome) : 'buffers all of it',
        };
      }),
  },
];

/** Deadlines within a stream. */
const silences: readonly Probe[] = [
  {
    id: 'stream-silence',
    title: 'A stream goes silent',
    method: 'Nothing arrives after the first text, and the connection stays open. Default settings.',
    slow: true,
    observe: (bench) => waitsFor(bench, openStream(bench.wire.half)),
  },
  {
    id: 'stream-pings',
    title: 'A stream sends only pings',
    method:
      'The same with a ping every 5 s (a comment where the wire format has no pings). Default settings.',
    slow: true,
    observe: (bench) => waitsFor(bench, pinging(bench.wire, 5_000)),
  },
  {
    id: 'stream-silence-option',
    title: 'A stream sends only pings: with an option',
    method: 'The closest option of the library, set to 300 ms, and a ping every 50 ms; whole text.',
    observe: async (bench) => {
      const option = bench.subject.options.silenceMs;
      if (option === undefined) return { good: false, says: 'no option' };
      const settings = { silenceMs: 300 };
      return meet({ ...bench, settings }, [pinging(bench.wire, 50)], async (client) => {
        const { good, says } = mustFail(
          await outcomeOf(() => client.wholeText(), 10_000),
          'partial text looks complete',
        );
        return { good, says: `\`${option}\`: ${says}` };
      });
    },
  },
];

/** Recovery, cleanup and convenience. */
const conveniences: readonly Probe[] = [
  {
    id: 'stream-early-cut',
    title: 'A stream breaks before any text, then the service recovers',
    method:
      'A reset after the opening events, then a valid stream, read in a loop. Expected: the whole text.',
    observe: (bench) => recovers(bench, cut(streamStart(bench.wire.start), 'rst')),
  },
  {
    id: 'stream-early-error',
    title: 'The service is overloaded before any text, then recovers',
    method:
      'An error event after the opening events, then a valid stream, read in a loop. Expected: the whole text.',
    observe: (bench) => recovers(bench, endedStream(bench.wire.start + bench.wire.errorEvent)),
  },
  {
    id: 'stream-open-end',
    title: 'The last event arrives, but the body never ends',
    method: 'A complete stream whose connection stays open. Expected: the loop ends within 5 s.',
    observe: (bench) =>
      meet(bench, [openStream(bench.wire.events.join(''))], async (client) => {
        const outcome = await outcomeOf(() => client.loop(() => false), 5_000);
        return { good: outcome.kind === 'returned', says: inWords(outcome) };
      }),
  },
  {
    id: 'stream-abort',
    title: 'Aborting a stream closes its connection',
    method:
      'The signal is aborted at the first text. Expected: the server sees the connection close within 5 s.',
    observe: (bench) => stops(bench, 'signal'),
  },
  {
    id: 'stream-leave',
    title: 'Breaking out of the loop closes the connection',
    method: '`break` at the first text. Expected: the server sees the connection close within 5 s.',
    observe: (bench) => stops(bench, 'break'),
  },
  {
    id: 'stream-future',
    title: 'An event of an unknown type',
    method: 'One such event in a valid stream, read in a loop. Expected: the whole text.',
    observe: (bench) => {
      const { half, futureEvent, rest } = bench.wire;
      return meet(bench, [endedStream(half + futureEvent + rest)], async (client) => {
        const { text, outcome } = await collected(client);
        return { good: text === TEXT, says: text === TEXT ? 'succeeds' : inWords(outcome) };
      });
    },
  },
  {
    id: 'stream-tool-input',
    title: 'Tool input is available while it streams',
    method:
      'A tool call whose input stops in the middle of an array: the input that the library has exposed by then. `ai` exports `parsePartialJson` to parse its fragments.',
    observe: (bench) =>
      meet(bench, [openStream(bench.wire.toolHalf)], async (client) => {
        if (!client.toolInput) return { good: false, says: 'not offered' };
        let seen: unknown;
        const work = client.toolInput((input) => (seen = input));
        work.catch(() => undefined);
        await Promise.race([wait(2_000), work]);
        return { good: typeof seen === 'object' && seen !== null, says: shape(seen) };
      }),
  },
];

/** All probes of streams. */
export const streamProbes: readonly Probe[] = [...failures, ...silences, ...conveniences];

function loopMustFail(bench: Bench, responder: Parameters<typeof meet>[1][number]): Promise<Observation> {
  return meet(bench, [responder], async (client) =>
    loopObservation(await outcomeOf(() => client.loop(() => false))),
  );
}

/** Observes how a loop ended on a stream that must not look complete. */
function loopObservation(outcome: Awaited<ReturnType<typeof outcomeOf>>): Observation {
  const reported = outcome.kind === 'returned' ? String(outcome.value) : '';
  return mustFail(outcome, reported === '' ? 'partial text looks complete' : reported);
}

function waitsFor(bench: Bench, responder: Parameters<typeof meet>[1][number]): Promise<Observation> {
  return meet(bench, [responder], async (client) => {
    const outcome = await outcomeOf(() => client.loop(() => false), bench.patienceMs);
    const { good, says } = loopObservation(outcome);
    return { good, says: outcome.kind === 'failed' ? inTime(outcome) : says };
  });
}

function recovers(bench: Bench, responder: Parameters<typeof meet>[1][number]): Promise<Observation> {
  return meet(bench, [responder, wholeStream(bench.wire)], async (client, server) => {
    const { text, outcome } = await collected(client);
    const whole = text === TEXT && server.requests.length === 2;
    const reported = outcome.kind === 'returned' ? String(outcome.value) : '';
    const says = whole
      ? 'retried'
      : outcome.kind === 'returned'
        ? reported || 'empty text looks complete'
        : inWords(outcome);
    return { good: whole, says };
  });
}

async function collected(client: Client) {
  let text = '';
  const outcome = await outcomeOf(() =>
    client.loop((more) => {
      text += more;
      return false;
    }),
  );
  return { text, outcome };
}

function stops(bench: Bench, how: 'signal' | 'break'): Promise<Observation> {
  return meet(bench, [openStream(bench.wire.half)], async (client, server) => {
    const stop = new AbortController();
    const work = client.loop(() => {
      if (how === 'signal') stop.abort();
      return how === 'break';
    }, stop.signal);
    const [outcome, closed] = await Promise.all([outcomeOf(() => work, 5_000), closes(server)]);
    const failure = how === 'signal' && outcome.kind === 'failed' ? `, ${inWords(outcome)}` : '';
    return { good: closed, says: `${closed ? 'closed' : 'stays open'}${failure}` };
  });
}

/** Whether the server sees every connection close. */
async function closes(server: FaultServer): Promise<boolean> {
  const timer = new AbortController();
  await server.received(1);
  const closed = await Promise.race([
    server.allClosed().then(() => true),
    wait(5_000, false, { signal: timer.signal }).catch(() => false),
  ]);
  timer.abort();
  return closed;
}

function shape(seen: unknown): string {
  if (typeof seen === 'object' && seen !== null) return 'as an object';
  return typeof seen === 'string' ? 'as text fragments' : 'no';
}
