/** The program as it is shipped, in a process of its own, which can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Fake } from '@parlance/testing-fakes';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** A console in a process of its own. */
export interface Program extends AsyncDisposable {
  readonly url: string;
  /** Ends it as the system does when memory runs out: it can finish nothing. */
  kill(): Promise<void>;
}

/** Starts the console against an emulator that is elsewhere; port 0 takes a free one. */
export async function runProgram(fake: Fake, port: number, exports: string): Promise<Program> {
  const args = [PROGRAM, '--no-open', '--port', String(port), '--exports', exports];
  const child = spawn(process.execPath, args, {
    env: {
      PARLANCE_BASE_URL: fake.url,
      PARLANCE_API_KEY: fake.keys.api,
      PARLANCE_ADMIN_KEY: fake.keys.admin,
      PARLANCE_COMPLIANCE_KEY: fake.keys.compliance,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): Promise<void> => end(child);
  return { url: await addressOf(child), kill, [Symbol.asyncDispose]: kill };
}

function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  // Read to the end: a program whose reader has gone ends.
  child.stdout?.on('data', (text) => {
    said += String(text);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (url !== undefined) resolve(url);
  });
  child.on('exit', () => reject(new Error(`The console ended and said: ${said}`)));
  return promise;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
