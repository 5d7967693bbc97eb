/** What a fleet of our workers uses, and how it behaves while its processes are replaced. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@parlance/durable';
import { openToolCalls } from '@parlance/workers';
import { endProcess, usageOf, WorkerWorld, type WorkerSubject } from './worker-world.ts';

const PATIENCE_MS = 300_000;
/** Without requests that belong to the begin of a session, all sessions have begun. */
const SETTLED_MS = 5000;
const REGULAR: ReadonlySet<string> = new Set(['environments.work.poll', 'environments.work.heartbeat']);

/** Sessions that have nothing to do for now. */
export interface QuietFigures {
  readonly sessions: number;
  readonly memoryBytes: number;
  readonly requestsPerSecond: number;
}

/** How sessions are quiet: nobody has sent a message (`followed`), or a call waits for a person (`waiting`). */
export type Quiet = 'followed' | 'waiting';

/** Measures a process with quiet sessions. */
export async function quietFigures(
  subject: WorkerSubject,
  {
    quiet,
    sessions,
    seconds,
  }: { readonly quiet: Quiet; readonly sessions: number; readonly seconds: number },
): Promise<QuietFigures> {
  let requests = 0;
  let lastOther = 0;
  await using world = await WorkerWorld.open(subject, {
    toolMs: 0,
    approval: quiet === 'waiting',
    onRequest: ({ operation }) => {
      requests += 1;
      if (!REGULAR.has(operation ?? '')) lastOther = performance.now();
    },
  });
  const followed: string[] = [];
  for (let index = 0; index < sessions; index += 1)
    if (quiet === 'followed') followed.push(await world.sessionToFollow());
    else await world.sessionWith('/tool charge {}');
  const child = world.start({ followed });
  const store = await openStore(`sqlite:${world.folder.path}/store.db`);
  const calls = await openToolCalls(store);
  const isQuiet = async (): Promise<boolean> => {
    if (quiet === 'waiting') return (await calls.waiting()).length === sessions;
    return streamsOf(world) >= sessions;
  };
  if (!(await world.until(isQuiet, PATIENCE_MS))) throw new Error('the worker does not serve all sessions');
  // The last sessions have begun.
  const isSettled = (): boolean => performance.now() - lastOther > SETTLED_MS;
  if (!(await world.until(isSettled, PATIENCE_MS))) throw new Error('the sessions are not quiet');
  const before = requests;
  await sleep(seconds * 1000);
  const requestsPerSecond = (requests - before) / seconds;
  const { memoryBytes } = await usageOf(child);
  await store.close();
  return { sessions, memoryBytes, requestsPerSecond };
}

function streamsOf({ fake }: WorkerWorld): number {
  return fake.journal().filter(({ operation }) => operation === 'sessions.events.stream').length;
}

/** Calls of a fleet whose processes are replaced, one after the other. */
export interface RollingFigures {
  readonly calls: number;
  /** Results other than that of the tool. */
  readonly errors: number;
  /** Calls per second before the first restart. */
  readonly callsPerSecond: number;
  /** Calls of the worst window of five seconds, as a part of those before. */
  readonly lowest: number;
}

const WINDOW_MS = 5000;

/** Replaces all processes of a fleet several times while sessions call tools all the time. A new process starts before the old one is asked to stop. */
export async function rollingFigures(
  subject: WorkerSubject,
  {
    members,
    sessions,
    restarts,
  }: { readonly members: number; readonly sessions: number; readonly restarts: number },
): Promise<RollingFigures> {
  await using world = await WorkerWorld.open(subject, { toolMs: 200 });
  const fleet = Array.from({ length: members }, () => world.start());
  const results: string[] = [];
  const over = new AbortController();
  const load = Array.from({ length: sessions }, async () => {
    const id = await world.session();
    while (!over.signal.aborted)
      results.push((await world.client.sessions.run(id, { input: '/tool charge {}' })).text);
  });
  await world.until(() => results.length >= 2 * sessions, PATIENCE_MS);
  const begin = Date.now();
  await sleep(2 * WINDOW_MS);
  const restarted = Date.now();
  for (let restart = 0; restart < restarts; restart += 1)
    for (const [index, member] of fleet.entries()) {
      const next = world.start();
      await world.until(() => world.lines('runs').some((line) => line.process === next.pid), PATIENCE_MS);
      await endProcess(member, 'SIGTERM');
      fleet[index] = next;
    }
  const end = Date.now();
  over.abort();
  await Promise.all(load);
  const ends = world.lines('ends').map(({ at }) => at);
  const within = (from: number, until: number): number =>
    ends.filter((at) => at >= from && at < until).length;
  const usual = within(begin, restarted) / (restarted - begin);
  const windows: number[] = [];
  for (let at = restarted; at + WINDOW_MS <= end; at += WINDOW_MS / 5)
    windows.push(within(at, at + WINDOW_MS));
  return {
    calls: results.length,
    errors: results.filter((text) => text !== 'You said: done').length,
    callsPerSecond: usual * 1000,
    lowest: Math.min(...windows) / (usual * WINDOW_MS),
  };
}

/** Returns the CPU time of a process for each call of a tool that does nothing, in milliseconds. */
export async function cpuPerCall(subject: WorkerSubject, turns: number): Promise<number> {
  await using world = await WorkerWorld.open(subject, { toolMs: 0, replies: [] });
  const child = world.start();
  const run = async (count: number): Promise<void> => {
    const load = Array.from({ length: 8 }, async () => {
      const id = await world.session();
      for (let turn = 0; turn < count / 8; turn += 1)
        await world.client.sessions.run(id, { input: '/tool charge {}\n/tool charge {}' });
    });
    await Promise.all(load);
  };
  await run(turns / 4);
  const before = await usageOf(child);
  await run(turns);
  const after = await usageOf(child);
  return (after.cpuMs - before.cpuMs) / (2 * turns);
}
