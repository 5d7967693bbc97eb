import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in this one's place: same standard streams, signals reach it, its end is our end.
 *
 * @returns The exit code to leave with; a death by signal is 128 + its number, as a shell reports it.
 */
export function runInPlace(file, args, { cwd, env, terminal = process.stdin.isTTY === true }) {
  const started = {};
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the whole foreground group: the child has it already, and a second one
    // would be taken for a second key press.
    if (signal === 'SIGINT' && terminal) return;
    started.child?.kill(signal);
  };
  // Before the start: a signal that came between would end this process alone and leave the program behind.
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
 * Runs a program of the setup: no input, nothing of it on our standard output.
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
    // The end of the output says what went wrong; a runaway program must not fill the memory.
    stream.on('data', (text) => (output = (output + text).slice(-200_000)));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}
