/** Checks of what the commands write: the archive, its search file, other sinks, the store and what retention would delete by. */
import { stat } from 'node:fs/promises';
import { checkRetentionPolicy, type ExportJob } from '@parlance/archive';
import type { Settings } from '../config/settings.js';
import { sqliteFile } from '../config/sqlite-file.js';
import { exportJob } from '../export/export-job.js';
import { failed, type Finding } from './finding.js';

const IN_CONFIG = 'Correct it in the configuration file.';

/** Defines the export that `export run` would start, and asks each of its sinks. */
export async function* checkExport(
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<Finding, undefined> {
  let job: ExportJob;
  try {
    job = exportJob(settings);
  } catch (error) {
    yield failed('export', error, IN_CONFIG);
    return;
  }
  for (const { sink, error } of await job.probe({ signal })) {
    const name = `export.${sink}`;
    if (error === null) yield { name, status: 'ok', message: 'a run can write to it' };
    else yield failed(name, error, 'Name another place, or correct this one.');
  }
}

/** Checks the rules and approvers of the configuration. */
export function* checkRetention({ config: { retention } }: Settings): Generator<Finding, undefined> {
  if (retention === undefined) return;
  const name = 'retention';
  try {
    checkRetentionPolicy(retention);
    yield { name, status: 'ok', message: 'the policy is valid' };
  } catch (error) {
    yield failed(name, error, IN_CONFIG);
  }
}

/**
 * Warns of an archive or a store that other users of the machine can change.
 *
 * @param hasStore - Whether the store can be used. Otherwise it was reported, and even its address may be invalid.
 */
export async function* checkAccess(
  settings: Settings,
  hasStore: boolean,
): AsyncGenerator<Finding, undefined> {
  if (process.platform === 'win32') return;
  for (const [name, file] of [
    ['archive', settings.archive],
    ['store', hasStore ? sqliteFile(settings.storeUrl) : undefined],
  ] as const) {
    const stats = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (file === undefined || stats === undefined) continue;
    const isForeign = stats.uid !== 0 && stats.uid !== process.getuid?.();
    if (!isForeign && (stats.mode & 0o022) === 0) continue;
    yield {
      name: `${name}.access`,
      status: 'warning',
      message: `other users of this machine can change ${file}`,
      fix: isForeign ? `Let it belong to the user who runs this command.` : `chmod go-w ${file}`,
    };
  }
}
