import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCaptured } from './child.mjs';

const module = fileURLToPath(new URL('child.mjs', import.meta.url));

/** Starts a process that runs `script` in its place, as the bootstrap does for a command. */
function startWrapped(script, { terminal = false } = {}) {
  const call = `runInPlace(process.execPath, ['-e', ${JSON.stringify(script)}], { cwd: '.', env: process.env, terminal: ${terminal} })`;
  const source = `import { runInPlace } from ${JSON.stringify(module)}; process.exitCode = await ${call};`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Runs until the test closes its stdin, so that no process outlives the test. */
const READY_THEN_WAIT = `process.stdin.resume(); console.log('ready');`;

test('passes standard input, standard output and the exit code', async () => {
  const child = startWrapped(
    `process.stdin.pipe(process.stdout).on('finish', () => {}); process.stdin.on('end', () => { process.exitCode = 7 })`,
  );
  child.stdin.end('typed text');
  const [output, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
  expect(Buffer.concat(output).toString()).toBe('typed text');
  expect(code).toBe(7);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
])('hands %s on, and reports the death it causes', async (signal, expected) => {
  const child = startWrapped(READY_THEN_WAIT);
  await once(child.stdout, 'data');
  child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(expected);
});

test('leaves the exit code to a program that handles the signal', async () => {
  const child = startWrapped(`process.on('SIGINT', () => process.exit(5)); ${READY_THEN_WAIT}`);
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([5, null]);
});

test('does not repeat the Ctrl-C that a terminal has already sent to the program', async () => {
  const script = `let seen = 0; process.on('SIGINT', () => seen++); process.on('SIGTERM', () => process.exit(10 + seen)); ${READY_THEN_WAIT}`;
  const child = startWrapped(script, { terminal: true });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([10, null]);
});

test('captures the output of a program and its exit code', async () => {
  const result = await runCaptured(
    process.execPath,
    ['-e', 'console.log("a"); console.error("b"); process.exit(3)'],
    {
      cwd: '.',
      env: process.env,
    },
  );
  expect(result.code).toBe(3);
  expect(result.output.split('\n').sort()).toEqual(['', 'a', 'b']);
});
