/** Runs programs, and measures what they use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Usage } from './report-usage.ts';

/** The built command `parlance`. */
export const COMMAND: string = fileURLToPath(
  new URL('../../../../packages/cli/dist/bin.js', import.meta.url),
);

const REPORT = new URL('report-usage.ts', import.meta.url).href;

/** A program that has ended. */
export interface Measured extends Usage {
  readonly seconds: number;
}

/** Where a program runs. */
export interface Place {
  readonly baseUrl: string;
  readonly cwd: string;
}

/**
 * Runs a program of Node.js to its end.
 *
 * @param onLine - Called with each line that it prints; kills the program when it returns true.
 */
export async function runMeasured(
  args: readonly string[],
  { baseUrl, cwd }: Place,
  onLine: (line: string) => boolean = () => false,
): Promise<Measured> {
  const started = performance.now();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PARLANCE_BASE_URL: baseUrl,
    PARLANCE_COMPLIANCE_KEY: 'compliance-default',
    USAGE: `${cwd}/usage.json`,
  };
  const child = spawn(process.execPath, [`--import=${REPORT}`, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isKilled = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (isKilled || !text.split('\n').some(onLine)) return;
    isKilled = true;
    child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - started) / 1000;
  if (isKilled) return { seconds, cpuSeconds: 0, peakRss: 0 };
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}`);
  return { seconds, ...(JSON.parse(readFileSync(env.USAGE, 'utf8')) as Usage) };
}
