/** Preloaded into a program: writes what it has used to the file `USAGE` when it ends. */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** What a program has used. */
export interface Usage {
  readonly cpuSeconds: number;
  /** Largest resident set, in bytes. */
  readonly peakRss: number;
}

if (isMainThread)
  process.once('exit', () => {
    const { user, system } = process.cpuUsage();
    const usage = { cpuSeconds: (user + system) / 1e6, peakRss: process.resourceUsage().maxRSS * 1024 };
    writeFileSync(process.env['USAGE'] ?? 'usage.json', JSON.stringify(usage satisfies Usage));
  });
