/** Probes of workers: what happens to sessions and calls when processes end and results are refused. */
import type { Observation } from '../probes/observe.ts';
import { endProcess, WorkerWorld, type ReceivedResult, type WorkerSubject } from './worker-world.ts';

/** A test of one behavior that runs with every worker. */
export interface WorkerProbe {
  readonly id: string;
  readonly title: string;
  /** How it is tested and what is expected. */
  readonly method: string;
  observe(subject: WorkerSubject): Promise<Observation>;
}

/** How long a probe waits for what should happen within seconds. */
const PATIENCE_MS = 20_000;
/** The longest lease of work that a worker asks for by default, and some more. */
const LEASE_MS = 150_000;
const TOOL_MS = 2000;

const sessions: WorkerProbe = {
  id: 'sessions',
  title: 'Two sessions, one process',
  method: `Two sessions call a tool that takes ${TOOL_MS / 1000} s, when the worker starts. Expected: both calls run at the same time.`,
  async observe(subject) {
    await using world = await WorkerWorld.open(subject, { toolMs: TOOL_MS });
    await world.sessionWith('/tool charge {}');
    await world.sessionWith('/tool charge {}');
    world.start();
    const isServed = await world.until(() => world.lines('runs').length === 2, PATIENCE_MS);
    if (!isServed)
      return {
        good: false,
        says: `${world.lines('runs').length} of 2, the other still waits after ${PATIENCE_MS / 1000} s`,
      };
    const [ended] = world.lines('ends');
    const isTogether = ended === undefined || ended.at > (world.lines('runs')[1]?.at ?? 0);
    return { good: isTogether, says: isTogether ? 'both at the same time' : 'one after the other' };
  },
};

const sigterm: WorkerProbe = {
  id: 'sigterm',
  title: 'SIGTERM while a tool runs',
  method:
    'Two processes ask for work. The program that runs the tool aborts the signal of its worker. The agent calls the tool a second time after the first result. ' +
    'Expected: each call runs once, its result is sent, and the turn ends.',
  async observe(subject) {
    const call = { calls: [{ name: 'charge' }] };
    const replies = [call, call, { text: 'Done.' }];
    await using world = await WorkerWorld.open(subject, { toolMs: TOOL_MS, replies });
    await world.startTwo(PATIENCE_MS);
    const session = await world.sessionWith('Charge twice.');
    (await world.running(PATIENCE_MS)).kill('SIGTERM');
    const hasEnded = await world.until(() => world.hasEnded(session), PATIENCE_MS);
    const results = await world.received(session);
    const isKept = results[0]?.text === 'done';
    return {
      good: hasEnded && isKept && world.lines('runs').length === 2,
      says: [
        isKept ? 'the result is sent' : 'the result is lost',
        hasEnded ? 'the turn ends' : `the session still waits after ${PATIENCE_MS / 1000} s`,
      ].join(', '),
    };
  },
};

/** Kills a worker while its tool runs, and waits for what the next one does. */
async function afterKill(subject: WorkerSubject) {
  await using world = await WorkerWorld.open(subject, { toolMs: TOOL_MS });
  await world.startTwo(PATIENCE_MS);
  const session = await world.sessionWith('/tool charge {}');
  await endProcess(await world.running(PATIENCE_MS), 'SIGKILL');
  const killed = performance.now();
  let results: ReceivedResult[] = [];
  const isTaken = await world.until(async () => {
    results = await world.received(session);
    return results.length > 0 || world.lines('runs').length > 1;
  }, LEASE_MS);
  const seconds = (performance.now() - killed) / 1000;
  if (results.length === 0 && isTaken)
    await world.until(async () => (results = await world.received(session)).length > 0, PATIENCE_MS);
  return { runs: world.lines('runs').length, result: results[0], seconds };
}

const sigkill: WorkerProbe = {
  id: 'sigkill',
  title: 'SIGKILL while a tool runs',
  method:
    'A tool that must not take effect twice, and two processes that ask for work. Expected: the tool does not run again, and the agent receives an error result that ' +
    'says that the call was interrupted.',
  async observe(subject) {
    const { runs, result } = await afterKill(subject);
    const isReported = result?.isError === true && result.text.includes('interrupted');
    return {
      good: runs === 1 && isReported,
      says: [
        runs === 1 ? 'does not run again' : 'runs again',
        isReported ? 'reported to the agent' : 'not reported',
      ].join(', '),
    };
  },
};

const takeover: WorkerProbe = {
  id: 'takeover',
  title: 'Takeover after SIGKILL',
  method:
    'The same, until another process continues with the call. The service returns work to the queue when nobody has renewed its lease, after 60 s by default. ' +
    'Expected: within 8 s.',
  async observe(subject) {
    const { runs, result, seconds } = await afterKill(subject);
    const isTaken = runs > 1 || result !== undefined;
    if (!isTaken) return { good: false, says: `still waiting after ${LEASE_MS / 1000} s` };
    return { good: seconds <= 8, says: seconds <= 8 ? 'within 8 s' : `after ${Math.round(seconds)} s` };
  },
};

const REFUSED_MS = 15_000;

function refused(
  id: string,
  more: { readonly title: string; readonly how: string; readonly cuts: boolean },
): WorkerProbe {
  return {
    id,
    title: more.title,
    method: `The service refuses the result with 400${more.how}, for ${REFUSED_MS / 1000} s. Expected: the tool runs once, and the agent receives an error result.`,
    async observe(subject) {
      await using world = await WorkerWorld.open(subject, { toolMs: 100 });
      const refusal = {
        match: { operation: 'sessions.events.send', body_contains: 'done' },
        times: 1000,
        status: 400,
      };
      const cut = {
        match: { operation: 'sessions.events.stream' },
        times: 1000,
        stream: { cut_after_bytes: 1 },
      };
      world.fake.setFaults(more.cuts ? [refusal, cut] : [refusal]);
      const session = await world.sessionWith('/tool charge {}');
      world.start();
      const end = performance.now() + REFUSED_MS;
      while (performance.now() < end) {
        await world.until(() => false, 1000);
        // An event for the stream.
        if (more.cuts) await world.say(session, 'Please hurry.');
      }
      const runs = world.lines('runs').length;
      const isReported = (await world.received(session)).some(({ isError }) => isError);
      return {
        good: runs === 1 && isReported,
        says: [
          runs === 1 ? 'runs once' : `runs ${runs} times`,
          isReported ? 'reported to the agent' : 'the agent receives nothing',
        ].join(', '),
      };
    },
  };
}

/** All probes, in table order. */
export const workerProbes: readonly WorkerProbe[] = [
  sessions,
  sigterm,
  sigkill,
  takeover,
  refused('refused', { title: 'A refused result', how: '', cuts: false }),
  refused('refused-cut', {
    title: 'A refused result on bad connections',
    how: ', and event streams are cut whenever the user says something, which is every second',
    cuts: true,
  }),
];
