import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in place of this one: it shares the standard streams, receives the signals, and its exit ends this process.
 *
 * @returns The exit code to use. For a program killed by a signal it is 128 plus the number of the signal, as in a shell.
 */
export function runInPlace(file, args, { cwd, env, terminal = process.stdin.isTTY === true }) {
  const started = {};
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the whole foreground group. The child has already received it, and would take a
    // second one for another key press.
    if (signal === 'SIGINT' && terminal) return;
    started.child?.kill(signal);
  };
  // Before the spawn: a signal that arrives in between would end only this process and orphan the program.
  for (const signal of SIGNALS) process.on(signal, forward);
  const child = spawn(file, args, { cwd, env, stdio: 'inherit' });
  started.child = child;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/**
 * Runs a program of the setup without input, and without writing to our stdout.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, shell?: boolean }} options
 * @returns {Promise<{ code: number, signal: string | null, output: string }>} Its exit code and everything it printed.
 */
export function runCaptured(file, args, { cwd, env, shell = false }) {
  const child = spawn(file, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    // The end of the output contains the error; a runaway program must not exhaust the memory.
    stream.on('data', (text) => (output = (output + text).slice(-200_000)));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}
