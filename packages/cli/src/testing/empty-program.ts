import type { Command } from 'commander';
import { createProgram } from '../program.js';

/** The program, with commands that do nothing. */
export function emptyProgram(): Command {
  const stream = { write: () => true };
  return createProgram('1.2.3', async () => {}, { stdout: stream, stderr: stream, exitCode: 0 });
}

/** All commands that do something, as words. */
export function leavesOf(command: Command, words: readonly string[] = []): (readonly string[])[] {
  const own = command.commands.filter((child) => child.name() !== 'help');
  if (own.length === 0) return [words];
  return own.flatMap((child) => leavesOf(child, [...words, child.name()]));
}
