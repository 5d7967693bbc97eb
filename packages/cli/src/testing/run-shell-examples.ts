/** Runs the shell examples of a document as a reader does: one after the other, in one folder. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { BuiltCli, CliOptions } from './start-cli.js';

/** Lines that need a registry, or a service whose address and keys the reader knows. */
const REPLACED = /^(npm install .*|export .*=(\.\.\.|https:\/\/api\.example\.com))$/gm;

/**
 * Runs all blocks of a document, and expects them to succeed.
 *
 * @returns The number of blocks.
 */
export async function runShellExamples(
  cli: BuiltCli,
  document: string,
  options: CliOptions,
): Promise<number> {
  const text = await readFile(document, 'utf8');
  const blocks = Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  for (const block of blocks) {
    const lines = block.replaceAll(REPLACED, '');
    const { code, err } = await cli.shell(`set -e\n${lines}`, options).result;
    expect([lines, code, err]).toEqual([lines, 0, expect.not.stringContaining('parlance: ')]);
  }
  return blocks.length;
}
