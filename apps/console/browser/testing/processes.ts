/** Runs the built programs as child processes, which can be killed and whose output can be read. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Fake } from '@parlance/testing-fakes';

/** A running program. */
export interface RunningProgram {
  /** Origin of its URL. */
  readonly url: string;
  /** Returns the URL of a page, with the token of the URL that the program printed, if there is one. */
  urlOf(address: string): string;
  /** Returns everything written to standard output and standard error. */
  output(): string;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const EMULATOR = fileURLToPath(new URL('../../../../packages/testing-fakes/dist/cli.js', import.meta.url));
const CONSOLE = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/**
 * Starts an emulator.
 *
 * @param data - File that stores its world, which survives a kill.
 * @param port - Port to listen on. 0 uses a free one.
 */
export async function startEmulator(data: string, port = 0): Promise<RunningProgram> {
  const args = [EMULATOR, 'serve', '--data', data, '--seed', 'demo', '--port', String(port)];
  return started(spawn(process.execPath, args), (line) => (JSON.parse(line) as { url: string }).url);
}

/** Returns the environment variables that connect a console to an emulator in this process. */
export function variablesFor({ url, keys }: Fake): Record<string, string> {
  return {
    PARLANCE_BASE_URL: url,
    PARLANCE_API_KEY: keys.api,
    PARLANCE_ADMIN_KEY: keys.admin,
    PARLANCE_COMPLIANCE_KEY: keys.compliance,
  };
}

/**
 * Starts a console as `npm start` does.
 *
 * @param variables - The complete environment of the process.
 * @param options - Command line options after `--no-open`.
 */
export async function startConsole(
  variables: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<RunningProgram> {
  const args = [CONSOLE, '--no-open', ...options];
  return started(
    spawn(process.execPath, args, { env: { ...variables } }),
    (line) => /http:\S+/.exec(line)?.[0],
  );
}

async function started(
  child: ChildProcess,
  printedUrl: (firstLine: string) => string | undefined,
): Promise<RunningProgram> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'exit');
  const first = child.stdout === null ? [] : once(createInterface(child.stdout), 'line');
  const [line] = (await Promise.race([first, ended.then(() => [])])) as string[];
  const url = line === undefined ? undefined : printedUrl(line);
  if (url === undefined) throw new Error(`The program did not start: ${output}`);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const urlOf = (address: string): string => {
    const page = new URL(address, url);
    const token = new URL(url).searchParams.get('token');
    if (token !== null) page.searchParams.set('token', token);
    return page.href;
  };
  return { url: new URL(url).origin, urlOf, output: () => output, kill, [Symbol.asyncDispose]: kill };
}
