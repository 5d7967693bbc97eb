/** Stored skills, and the versions that containers and agents load. */
import type { Skill, SkillVersion } from '@parlance/schemas';
import { badRequest } from '../engine/refusal.js';
import { workspaceCollection, collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** A stored version. Its archive is the content with its id. */
export interface StoredSkillVersion extends SkillVersion {
  readonly version: string;
  readonly directory: string;
}

/** Skills of the workspace. */
export const skills: CollectionName<Skill> = workspaceCollection('skills');
/** Versions, scoped by skill. The id is the version. */
export const skillVersions: CollectionName<StoredSkillVersion> = collection('skill_versions');

const RELEASED_AT = '2025-10-13T00:00:00Z';
/** The only version of the vendor's skills. */
const VENDOR_VERSION = '20251013';

/** Titles of the vendor's skills, by id. */
const VENDOR_TITLES: Readonly<Record<string, string>> = {
  docx: 'Documents',
  pdf: 'PDF files',
  pptx: 'Presentations',
  xlsx: 'Spreadsheets',
};

/** The skills of the vendor, which every workspace has. */
export const vendorSkills: ReadonlyMap<string, Skill> = new Map(
  Object.entries(VENDOR_TITLES).map(([id, display_title]) => [
    id,
    {
      id,
      type: 'skill',
      display_title,
      latest_version: VENDOR_VERSION,
      source: 'vendor',
      created_at: RELEASED_AT,
      updated_at: RELEASED_AT,
    },
  ]),
);

/** Returns the version of a skill of the vendor. */
export function vendorSkillVersion({ id, display_title }: Skill): StoredSkillVersion {
  return {
    id: `skver_${id}${VENDOR_VERSION}`,
    type: 'skill_version',
    skill_id: id,
    version: VENDOR_VERSION,
    name: id,
    description: `Reads and writes ${display_title}.`,
    directory: id,
    created_at: RELEASED_AT,
  };
}

/** A skill as a request names it. */
export interface RequestedSkill {
  readonly type: string;
  readonly skill_id: string;
  readonly version?: string | null | undefined;
}

/**
 * Returns the version of a skill that a container or an agent loads: the requested one, or the latest. Unlisted skills of
 * the vendor are accepted, because its list may grow.
 *
 * @param world - World with the skills.
 * @param skill - The skill as requested.
 * @param place - Path of the skill in the body, and the rule that an id of the wrong kind violates.
 * @throws {Refusal} 400 when the skill or its version does not exist.
 */
export function loadedVersion(
  world: World,
  skill: RequestedSkill,
  { path, rule }: { readonly path: string; readonly rule: string },
): string {
  const { type, skill_id: id, version } = skill;
  if (type !== 'custom') return checkedVendorVersion(skill, path);
  if (!id.startsWith('skill_'))
    throw badRequest(rule, `${path}.skill_id`, 'must be the id of a custom skill, skill_...');
  const found = world.store.of(skills).get(id);
  if (found === undefined) throw badRequest('SKL-006', `${path}.skill_id`, 'must be the id of a skill');
  const loaded = version == null || version === 'latest' ? found.latest_version : version;
  const versions = world.store.of(skillVersions, id).entries();
  if (loaded == null || !versions.some(({ record }) => record.version === loaded || record.id === loaded))
    throw badRequest('SKL-006', `${path}.version`, 'must be a version of the skill');
  return loaded;
}

function checkedVendorVersion({ skill_id: id, version }: RequestedSkill, path: string): string {
  if (version == null || version === 'latest') return VENDOR_VERSION;
  if (vendorSkills.has(id) && version !== VENDOR_VERSION)
    throw badRequest('SKL-006', `${path}.version`, 'must be a version of the skill');
  return version;
}
