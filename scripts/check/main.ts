/**
 * Runs the checks of the repository, except the tests, two at a time, and prints whether each passes. Shows the output of
 * checks that fail. With names as arguments, runs only those checks.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { runCaptured } from '../bootstrap/child.mjs';
import { AFTER_BUILD, BEFORE_BUILD, BUILD, PACK, type Check } from './checks.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const all = [...BEFORE_BUILD, BUILD, PACK, ...AFTER_BUILD];
const unknown = positionals.filter((name) => !all.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`unknown check: ${unknown.join(', ')}\nChecks: ${all.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const wanted = ({ name }: Check): boolean => positionals.length === 0 || positionals.includes(name);

// The build runs alongside the checks that do not need it; the others run afterwards.
const first = await pMap([BUILD, ...BEFORE_BUILD].filter(wanted), run, { concurrency: 2 });
const after = AFTER_BUILD.filter(wanted);
const packing = wanted(PACK) || after.some(({ packed }) => packed) ? [await run(PACK)] : [];
const second = await pMap(after, run, { concurrency: 2 });
const failed = [...first, ...packing, ...second].filter(({ ok }) => !ok);
if (failed.length > 0) console.error(`\nfailed: ${failed.map(({ name }) => name).join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function run({ name, command }: Check): Promise<{ readonly name: string; readonly ok: boolean }> {
  const [program, ...args] = command;
  const start = performance.now();
  const { code, output } = await runCaptured(program, args, { cwd: process.cwd(), env: environment() });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trimEnd().replaceAll(/^/gm, '       '));
  return { name, ok: code === 0 };
}

function environment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...env } = process.env;
  return { ...env, NO_COLOR: '1', TURBO_TELEMETRY_DISABLED: '1' };
}
