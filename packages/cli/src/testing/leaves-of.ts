import type { Command } from 'commander';

/** All commands that do something, as words. */
export function leavesOf(command: Command, words: readonly string[] = []): (readonly string[])[] {
  const own = command.commands.filter((child) => child.name() !== 'help');
  if (own.length === 0) return [words];
  return own.flatMap((child) => leavesOf(child, [...words, child.name()]));
}
