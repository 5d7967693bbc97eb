/**
 * Skills and versions in the form that the API version of a request has.
 *
 * Rules: SKL-008.
 */
import type { Skill, SkillVersion } from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { includesBetas } from '../engine/headers.js';
import {
  skillVersions,
  vendorSkills,
  vendorSkillVersion,
  type StoredSkillVersion,
} from '../workspace/skill-records.js';

/** Returns a skill for the response to a request. */
export function showSkill({ version, world }: AnyCall, skill: Skill): Skill {
  if (!includesBetas(version)) return skill;
  const { display_title, latest_version, source, ...common } = skill;
  const latest = vendorSkills.has(skill.id)
    ? vendorSkillVersion(skill)
    : world.store.of(skillVersions, skill.id).get(latest_version ?? '');
  return {
    ...common,
    display_name: display_title ?? null,
    latest_version_id: latest?.id ?? null,
    source: typeof source === 'string' ? { type: source } : source,
  };
}

/** Returns a version of a skill for the response to a request. */
export function showSkillVersion(call: AnyCall, stored: StoredSkillVersion): SkillVersion {
  if (!includesBetas(call.version)) return stored;
  const { version: _version, directory: _directory, ...common } = stored;
  return common;
}
