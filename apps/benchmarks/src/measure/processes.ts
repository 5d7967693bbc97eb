/** The processes of a measurement: the server, and one worker per contender. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Entry } from '../contenders/index.ts';
import type { Cost, Job } from './job.ts';
import type { Ready } from './worker.ts';

/** A running server. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the server and waits for its port. */
export async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../server/main.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await firstLine(child, 'the server');
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

/** A contender in its own process. */
export interface Worker {
  readonly name: string;
  /** Names of the work that the library supports. */
  readonly works: readonly string[];
  run(job: Job): Promise<Cost>;
  stop(): Promise<void>;
}

/** Starts a worker for one contender and one base URL. */
export async function startWorker({ name, module, variant }: Entry, baseUrl: string): Promise<Worker> {
  const args = [module, baseUrl, ...(variant === undefined ? [] : [variant])];
  const child = forkProgram(new URL('worker.ts', import.meta.url), args, ['--expose-gc']);
  const { ready } = (await nextMessage(child, name)) as Ready;
  return {
    name,
    works: ready,
    run: async (job) => {
      const reply = nextMessage(child, name);
      child.send(job);
      return (await reply) as Cost;
    },
    stop: () => stop(child),
  };
}

/** Runs a program in its own process and returns its first message, after its exit. */
export async function runProgram<Report>(
  program: URL,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<Report> {
  const child = forkProgram(program, args, execArgv);
  const report = (await nextMessage(child, program.pathname)) as Report;
  if (child.exitCode === null) await once(child, 'exit');
  return report;
}

/** Starts a program as in production. */
export function forkProgram(
  program: URL,
  args: readonly string[],
  execArgv: readonly string[] = [],
): ChildProcess {
  const env = { ...process.env, NODE_ENV: 'production' };
  return fork(fileURLToPath(program), args, { env, execArgv: [...execArgv] });
}

/** Resolves to the next message of a process. Rejects if the process exits first. */
export function nextMessage(child: ChildProcess, name: string): Promise<unknown> {
  return beforeExit(child, name, (resolve) => {
    child.once('message', resolve);
  });
}

/** Resolves to the first output of a process. Rejects if the process exits first. */
export function firstLine(child: ChildProcess, name: string): Promise<string> {
  return beforeExit(child, name, (resolve) => {
    child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
  });
}

function beforeExit<T>(
  child: ChildProcess,
  name: string,
  wait: (resolve: (value: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${name} exited with ${code}`));
    child.once('exit', onExit);
    wait((value) => {
      child.off('exit', onExit);
      resolve(value);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
