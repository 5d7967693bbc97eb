import { ConfigError } from '@parlance/schemas/kit';
import type { Unit } from '../certificates/extent.js';

/** Parts of a path that every file system accepts, and that cannot leave the folder. */
const UNIT_NAME = /^(?:directory|activities|chats)(?:\/[A-Za-z0-9_][A-Za-z0-9._-]{0,120}){0,4}$/;

/**
 * Returns the path of a unit's records in an archive, without extension: `activities/2026/04/2026-04-01T00-00-00-000Z`, `chats/000001`,
 * `directory.r2`.
 *
 * @throws {ConfigError} When the name of the unit is not usable as a path.
 */
export function unitPath(unit: Unit): string {
  if (!UNIT_NAME.test(unit.name))
    throw new ConfigError(
      'unit.name',
      `\`unit.name\` must be a path such as \`chats/000001\`; received ${JSON.stringify(unit.name)}`,
    );
  const revision = unit.revision === 0 ? '' : `.r${unit.revision}`;
  return `${unit.name.replace(/^activities\/(\d{4})-(\d{2})-/, 'activities/$1/$2/$1-$2-')}${revision}`;
}
