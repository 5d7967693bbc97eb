/** Measures the CPU time of the emulator per request, compared with `node:http` and prepared responses. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleave, relativeTo, type MeasuredByName } from '../measure/interleave.ts';
import { nextMessage } from '../measure/processes.ts';
import type { Row } from '../report/row.ts';
import { ask, LONG_PROMPT, repeat, SHORT_PROMPT } from './requests.ts';
import type { Listening, Prepared, ServerCost } from './server-process.ts';

const program = fileURLToPath(new URL('server-process.ts', import.meta.url));
const CALLS = 2000;
const STREAMS = 100;

/** Measures the rows that need a server. */
export async function overHttp(rounds: number): Promise<Row[]> {
  const emulator = await start('emulator');
  const { url } = emulator;
  const reply = JSON.parse(await ask(url, SHORT_PROMPT)) as object;
  const events = (await ask(url, LONG_PROMPT, true)).split(/(?<=\n\n)/);
  const bare = await start('bare', { reply, events });
  const servers = [bare, emulator];
  try {
    for (const server of servers) {
      await costOf(server, CALLS * 2, () => ask(server.url, SHORT_PROMPT));
      await costOf(server, STREAMS * 2, () => ask(server.url, LONG_PROMPT, true));
    }
    const calls = await interleave(servers, rounds, (server) =>
      costOf(server, CALLS, () => ask(server.url, SHORT_PROMPT)),
    );
    const streams = await interleave(servers, rounds, (server) =>
      costOf(server, STREAMS, () => ask(server.url, LONG_PROMPT, true)),
    );
    return [callsRow(relativeTo('bare', calls)), streamsRow(relativeTo('bare', streams), events.length)];
  } finally {
    for (const { child } of servers) child.kill();
  }
}

interface ServerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(name: string, prepared?: Prepared): Promise<ServerProcess> {
  const child = fork(program, [name]);
  if (prepared) child.send(prepared);
  const { url } = (await nextMessage(child, name)) as Listening;
  return { name, child, url };
}

async function costs({ name, child }: ServerProcess): Promise<ServerCost> {
  const cost = nextMessage(child, name);
  child.send('cost');
  return (await cost) as ServerCost;
}

/** Returns the CPU time of the server per request, in microseconds. */
async function costOf(server: ServerProcess, times: number, work: () => Promise<unknown>): Promise<number> {
  const before = await costs(server);
  await repeat(times, work);
  return ((await costs(server)).cpuMicros - before.cpuMicros) / times;
}

function callsRow(contenders: MeasuredByName): Row {
  const rate = 1 / (contenders['emulator']?.ratio.median ?? Number.NaN);
  const micros = contenders['emulator']?.cost.median ?? Number.NaN;
  return {
    id: 'emulator-calls',
    title: 'small JSON over HTTP with full validation, requests per CPU second, relative to bare `node:http`',
    budget: '>= 0.45x',
    figure: `${rate.toFixed(2)}x`,
    passed: rate >= 0.45,
    note: `${micros.toFixed(0)} us each`,
  };
}

function streamsRow(contenders: MeasuredByName, events: number): Row {
  const ratio = contenders['emulator']?.ratio.median ?? Number.NaN;
  return {
    id: 'emulator-streams',
    title: `${events}-event stream over HTTP, relative to bare \`node:http\``,
    budget: '<= 1.50x',
    figure: `${ratio.toFixed(2)}x`,
    passed: ratio <= 1.5,
  };
}
