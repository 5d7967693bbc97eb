/** Streams that go wrong. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultServer } from '../../../../packages/core-transport/src/testing/fault-server.ts';
import { cut, streamStart } from '../../../../packages/core-transport/src/testing/scenes.ts';
import { endingOf, inTime, inWords, mustFail, type Observation } from './observe.ts';
import { meet, type Bench, type Probe } from './probe.ts';
import type { Client } from './subject.ts';
import { endedStream, endlessEvent, openStream, pinging, TEXT, wholeStream } from './wire.ts';

const MEGABYTES = 32;

/** Endings that a program must hear of. */
const endings: readonly Probe[] = [
  {
    id: 'stream-cut-loop',
    title: 'A stream ends early, in good order: the loop',
    method: 'A proxy that ends the body properly after the first text. Good is an error.',
    observe: (bench) => loopMustFail(bench, endedStream(bench.wire.half)),
  },
  {
    id: 'stream-cut-whole',
    title: 'A stream ends early, in good order: the whole text',
    method: 'The same body, asked for as one text in the way of each library.',
    observe: (bench) =>
      meet(bench, [endedStream(bench.wire.half)], async (client) =>
        mustFail(await endingOf(() => client.wholeText()), 'a part looks complete'),
      ),
  },
  {
    id: 'stream-reset',
    title: 'The connection breaks within a stream',
    method: 'A reset after the first text; the loop.',
    observe: (bench) => loopMustFail(bench, cut(streamStart(bench.wire.half), 'rst')),
  },
  {
    id: 'stream-error-event',
    title: 'The service reports an error within a stream: the loop',
    method: 'An error event after the first text, then the end; the loop.',
    observe: (bench) => loopMustFail(bench, endedStream(bench.wire.half + bench.wire.errorEvent)),
  },
  {
    id: 'stream-error-whole',
    title: 'The service reports an error within a stream: the whole text',
    method: 'The same body, asked for as one text in the way of each library.',
    observe: (bench) =>
      meet(bench, [endedStream(bench.wire.half + bench.wire.errorEvent)], async (client) =>
        mustFail(await endingOf(() => client.wholeText()), 'a part looks complete'),
      ),
  },
  {
    id: 'stream-broken-event',
    title: 'An event is not JSON',
    method: 'One event cut within its JSON, then the rest of a good stream; the loop.',
    observe: (bench) => {
      const { half, brokenEvent, rest } = bench.wire;
      return loopMustFail(bench, endedStream(half + brokenEvent + rest));
    },
  },
  {
    id: 'stream-endless-event',
    title: 'An event that never ends',
    method: `A line of which 1 MB after the other comes, ${MEGABYTES} MB in all; the loop. Good is an error before that.`,
    observe: (bench) =>
      meet(bench, [endlessEvent(bench.wire, MEGABYTES)], async (client) => {
        const ending = await endingOf(() => client.loop(() => false), 15_000);
        return {
          good: ending.kind === 'failed',
          says: ending.kind === 'failed' ? inWords(ending) : 'takes it all',
        };
      }),
  },
];

/** Deadlines within a stream. */
const silences: readonly Probe[] = [
  {
    id: 'stream-silence',
    title: 'A stream falls silent',
    method:
      'After the first text nothing more comes, and the connection stays open; the settings of each library.',
    slow: true,
    observe: (bench) => waitsFor(bench, openStream(bench.wire.half)),
  },
  {
    id: 'stream-pings',
    title: 'A stream falls silent, but pings come',
    method:
      'The same with a ping (where the form has none, a comment) every 5 s; the settings of each library.',
    slow: true,
    observe: (bench) => waitsFor(bench, pinging(bench.wire, 5_000)),
  },
  {
    id: 'stream-silence-option',
    title: 'A stream falls silent, but pings come: with an option',
    method:
      'The option of the library that comes nearest, set to 300 ms, and a ping every 50 ms; the whole text.',
    observe: async (bench) => {
      const option = bench.subject.options.silenceMs;
      if (option === undefined) return { good: false, says: 'no option' };
      const settings = { silenceMs: 300 };
      return meet({ ...bench, settings }, [pinging(bench.wire, 50)], async (client) => {
        const { good, says } = mustFail(
          await endingOf(() => client.wholeText(), 10_000),
          'a part looks complete',
        );
        return { good, says: `\`${option}\`: ${says}` };
      });
    },
  },
];

/** What a stream does for its program. */
const services: readonly Probe[] = [
  {
    id: 'stream-early-cut',
    title: 'A stream breaks before any text, then the service is well',
    method: 'A reset after the opening events, then a good stream; the loop. Good is the whole text.',
    observe: (bench) => recovers(bench, cut(streamStart(bench.wire.start), 'rst')),
  },
  {
    id: 'stream-early-error',
    title: 'The service is overloaded before any text, then well',
    method: 'An error event after the opening events, then a good stream; the loop. Good is the whole text.',
    observe: (bench) => recovers(bench, endedStream(bench.wire.start + bench.wire.errorEvent)),
  },
  {
    id: 'stream-open-end',
    title: 'The last event comes, the end of the body does not',
    method: 'A whole stream whose connection stays open; the loop must end within 5 s.',
    observe: (bench) =>
      meet(bench, [openStream(bench.wire.events.join(''))], async (client) => {
        const ending = await endingOf(() => client.loop(() => false), 5_000);
        return { good: ending.kind === 'gave', says: inWords(ending) };
      }),
  },
  {
    id: 'stream-abort',
    title: 'Aborting a stream closes its connection',
    method: 'The signal fires at the first text; whether the server sees the connection close within 5 s.',
    observe: (bench) => stops(bench, 'signal'),
  },
  {
    id: 'stream-leave',
    title: 'Leaving the loop closes the connection',
    method: '`break` at the first text; whether the server sees the connection close within 5 s.',
    observe: (bench) => stops(bench, 'break'),
  },
  {
    id: 'stream-future',
    title: 'An event of a kind that is not known yet',
    method: 'One such event in the middle of a good stream; the loop. Good is the whole text.',
    observe: (bench) => {
      const { half, futureEvent, rest } = bench.wire;
      return meet(bench, [endedStream(half + futureEvent + rest)], async (client) => {
        const { text, ending } = await collected(client);
        return { good: text === TEXT, says: text === TEXT ? 'succeeds' : inWords(ending) };
      });
    },
  },
  {
    id: 'stream-tool-input',
    title: 'The input of a tool is visible while it streams',
    method:
      'A call of a tool whose input stops in the middle of a list; what the library has shown by then. `ai` exports `parsePartialJson` for its pieces.',
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

/** Every probe of streams. */
export const streamProbes: readonly Probe[] = [...endings, ...silences, ...services];

function loopMustFail(bench: Bench, scene: Parameters<typeof meet>[1][number]): Promise<Observation> {
  return meet(bench, [scene], async (client) =>
    loopObservation(await endingOf(() => client.loop(() => false))),
  );
}

/** What a loop made of a stream that a program must not take for whole. */
function loopObservation(ending: Awaited<ReturnType<typeof endingOf>>): Observation {
  const beside = ending.kind === 'gave' ? String(ending.value) : '';
  return mustFail(ending, beside === '' ? 'a part looks complete' : beside);
}

function waitsFor(bench: Bench, scene: Parameters<typeof meet>[1][number]): Promise<Observation> {
  return meet(bench, [scene], async (client) => {
    const ending = await endingOf(() => client.loop(() => false), bench.patienceMs);
    const { good, says } = loopObservation(ending);
    return { good, says: ending.kind === 'failed' ? inTime(ending) : says };
  });
}

function recovers(bench: Bench, scene: Parameters<typeof meet>[1][number]): Promise<Observation> {
  return meet(bench, [scene, wholeStream(bench.wire)], async (client, server) => {
    const { text, ending } = await collected(client);
    const whole = text === TEXT && server.requests.length === 2;
    const beside = ending.kind === 'gave' ? String(ending.value) : '';
    const says = whole
      ? 'sent again'
      : ending.kind === 'gave'
        ? beside || 'nothing looks complete'
        : inWords(ending);
    return { good: whole, says };
  });
}

async function collected(client: Client) {
  let text = '';
  const ending = await endingOf(() =>
    client.loop((more) => {
      text += more;
      return false;
    }),
  );
  return { text, ending };
}

function stops(bench: Bench, how: 'signal' | 'break'): Promise<Observation> {
  return meet(bench, [openStream(bench.wire.half)], async (client, server) => {
    const stop = new AbortController();
    const work = client.loop(() => {
      if (how === 'signal') stop.abort();
      return how === 'break';
    }, stop.signal);
    const [ending, closed] = await Promise.all([endingOf(() => work, 5_000), closes(server)]);
    const told = how === 'signal' && ending.kind === 'failed' ? `, ${inWords(ending)}` : '';
    return { good: closed, says: `${closed ? 'closed' : 'stays open'}${told}` };
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
  return typeof seen === 'string' ? 'as pieces of text' : 'no';
}
