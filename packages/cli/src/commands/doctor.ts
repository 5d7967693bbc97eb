/** `parlance doctor`: checks the setup. */
import type { Command } from 'commander';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import type { Finding } from '../doctor/finding.js';
import { runDoctor } from '../doctor/run-doctor.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { withSharedOptions } from '../shared-options.js';

/** Adds `parlance doctor`. */
export function addDoctor(program: Command, run: RunCommand): void {
  const command = program
    .command('doctor')
    .description(
      'Check Node.js, the configuration, the proxy, each key and its scopes, the clock, the limits and the store. Only reads.',
    )
    .action((options: CommonOptions) => run(options, doctor));
  withSharedOptions(command, { keys: 'each', store: true, archive: true }, [
    ['parlance doctor', 'check everything; the exit code is 3 if something must be fixed'],
    [
      'parlance doctor --key-file compliance=/run/secrets/key --json',
      'check the key of a file, for a script',
    ],
  ]);
}

const MARKS: Readonly<Record<Finding['status'], readonly ['green' | 'yellow' | 'red' | 'gray', string]>> = {
  ok: ['green', 'ok'],
  warning: ['yellow', 'warning'],
  failed: ['red', 'failed'],
  skipped: ['gray', 'skipped'],
};

async function doctor(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  const counts = { ok: 0, warning: 0, failed: 0, skipped: 0 };
  for await (const finding of runDoctor(context)) {
    counts[finding.status] += 1;
    const { name, status, message, fix } = finding;
    const [color, mark] = MARKS[status];
    const line = `${output.paint(color, mark.padEnd(8))} ${name.padEnd(22)} ${message}`;
    await output.result('check', finding, [line, ...(fix === undefined ? [] : [`${' '.repeat(32)}${fix}`])]);
  }
  const text = `${counts.ok} ok, ${counts.warning} with a warning, ${counts.failed} failed, ${counts.skipped} skipped`;
  await output.result('summary', counts, ['', text]);
  return counts.failed > 0 ? EXIT_CODES.problems : EXIT_CODES.ok;
}
