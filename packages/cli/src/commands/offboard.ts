/** `parlance offboard`: everything that ends when a person leaves, as a plan of one person. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { openArchive } from '@parlance/archive';
import {
  planOrganization,
  readOrganizationPlan,
  writeOrganizationPlan,
  type OrganizationPlan,
} from '@parlance/reconcile';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { removeSignatures } from '../retention/plan-signatures.js';
import { withSharedOptions } from '../shared-options.js';
import { applyPlan, planWith, printPlan } from './org.js';

interface OffboardOptions extends CommonOptions {
  readonly file?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Adds `parlance offboard`. */
export function addOffboard(program: Command, run: RunCommand): void {
  const command = program
    .command('offboard')
    .description(
      'Remove a person: check holds and the archive, deactivate the keys that they created, sign them out, and remove them from workspaces and the organization. The first run writes a plan to a file. Run the command again to apply the plan once it is approved, or to continue it.',
    )
    .argument('<person>', 'e-mail address')
    .option('--file <file>', 'file of the plan (default: offboard-PERSON.json)')
    .option('--dry-run', 'write the plan, and do not apply it')
    .action((person: string, options: OffboardOptions) =>
      run(options, (context) => offboard(context, person, options)),
    );
  withSharedOptions(command, { keys: 'each', store: true, archive: true }, [
    ['parlance offboard lena@example.com --dry-run', 'show what ends when Lena leaves'],
    ['parlance offboard lena@example.com', 'do it'],
  ]);
}

async function offboard(
  context: CommandContext,
  person: string,
  options: OffboardOptions,
): Promise<ExitCode> {
  const { output, cwd } = context;
  const file = path.resolve(
    cwd,
    options.file ?? `offboard-${person.replaceAll(/[^\w.@-]/gu, encodeURIComponent)}.json`,
  );
  const stored = existsSync(file) && options.dryRun !== true ? await readOrganizationPlan(file) : undefined;
  const isOther = (one: string): boolean => one.toLowerCase() !== person.trim().toLowerCase();
  if (stored?.actions.some((action) => !('email' in action) || isOther(action.email)) === true)
    throw new CommandError('other_plan', `${file} is not a plan for ${person}.`, {
      hint: 'Name another file with --file.',
    });
  // A plan that does nothing is made again: the person may have come since.
  const plan =
    stored !== undefined && stored.actions.length > 0 ? stored : await makePlan(context, person, file);
  await printPlan(output, plan);
  output.note(`Plan: ${file}`);
  const isUnknown = plan.actions.length === 0 && plan.notes.length === 0;
  if (isUnknown) output.note(`${person} is neither in the organization nor invited. Check the address.`);
  if (options.dryRun === true || plan.actions.length === 0)
    return isUnknown || plan.notes.length > 0 ? EXIT_CODES.problems : EXIT_CODES.ok;
  return applyPlan(context, plan, file);
}

async function makePlan(context: CommandContext, person: string, file: string): Promise<OrganizationPlan> {
  const { settings, output } = context;
  const archive = existsSync(settings.archive) ? await openArchive(settings.archive) : undefined;
  if (archive === undefined)
    output.note(`There is no archive at ${settings.archive}, so the plan does not look for archived chats.`);
  const desired = { users: [{ email: person, absent: true }] };
  const plan = await planWith(context, { desired, archive, offboard: true }, planOrganization);
  await writeOrganizationPlan(file, plan);
  await removeSignatures(file);
  return plan;
}
