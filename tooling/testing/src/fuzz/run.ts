/** Runs one target. Arguments: its name, milliseconds, seed, and a file for the input that is running. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import fc from 'fast-check';
import { changedInputs, readCorpus, repeatedInputs } from './inputs.ts';
import { isLinear, requireThat, type FuzzTarget } from './target.ts';

// Sources that are not exported. They import each other as `.js`, which Node does not find.
const SOURCES = /\/(apps\/console|packages\/(?:testing-fakes|archive|cli)\/src)\//;
registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && SOURCES.test(context.parentURL ?? '');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
const targets: Readonly<Record<string, () => FuzzTarget>> = {
  ...(await import('./client-targets.ts')),
  ...(await import('./emulator-targets.ts')),
  ...(await import('./file-targets.ts')),
};
const [name = '', milliseconds, seed, current = ''] = process.argv.slice(2);
const run = targets[name]?.();
if (run === undefined) throw new Error(`there is no target "${name}"`);

const save = (input: Buffer): void => writeFileSync(current, input);
const known = readCorpus(name);
for (const input of known) {
  save(input);
  await run(input);
}
const growing = await fc.check(
  fc.asyncProperty(repeatedInputs(known), async ([once, fourTimes]) => {
    save(fourTimes);
    requireThat(await isLinear(run, once, fourTimes), 'the work grows faster than the input');
  }),
  { seed: Number(seed), numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: Number(milliseconds) / 4 },
);
if (growing.failed) throw growing.errorInstance ?? new Error('the work grows faster than the input');
const property = fc.asyncProperty(changedInputs(known), (input) => {
  save(input);
  return run(input);
});
const { failed, numRuns, counterexample, errorInstance } = await fc.check(property, {
  seed: Number(seed),
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: (Number(milliseconds) * 3) / 4,
});
if (failed && counterexample !== null) {
  save(counterexample[0]);
  throw errorInstance;
}
console.log(`ok     ${name} (${known.length + numRuns} inputs, ${growing.numRuns} repeated ones)`);
process.exit();
