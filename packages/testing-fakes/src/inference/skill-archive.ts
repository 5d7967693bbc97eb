/**
 * Archives of the files of a skill.
 *
 * Rules: SKL-007.
 */
import { zipSync } from 'fflate';
import { readContent } from '../world/content.js';
import type { SkillFile } from './skill-files.js';

/**
 * Creates the archive that a version is downloaded as.
 *
 * @param files - Files, by their path within the folder of the skill.
 * @param createdAt - Creation time of the version, RFC 3339, which is the time of every file in the archive.
 */
export function skillArchive(files: readonly SkillFile[], createdAt: string): Uint8Array {
  const entries = files.map(({ path, content }) => [path, readContent(content)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: zonelessTime(createdAt) });
}

/** Archives store local times without a zone. Shifting the time makes them the same on every machine. */
function zonelessTime(time: string): Date {
  const date = new Date(time);
  return new Date(date.getTime() + date.getTimezoneOffset() * 60_000);
}
