/**
 * Handlers for skills and their versions.
 *
 * Rules: SKL-003.
 */
import type { Skill, skillOperations, skillVersionOperations } from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { dispositionOf } from '../engine/content-disposition.js';
import { bytes } from '../engine/handler-result.js';
import type { Part } from '../engine/multipart.js';
import { includesBetas } from '../engine/headers.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { find, remove, touch } from '../records/find.js';
import { cursorPage } from '../records/pages.js';
import { memoryContent, readContent } from '../world/content.js';
import type { Collection, Entry } from '../world/store.js';
import type { World } from '../world/world.js';
import { skillArchive } from './skill-archive.js';
import { readSkillFiles, type SkillUpload } from './skill-files.js';
import {
  skills,
  skillVersions,
  vendorSkills,
  vendorSkillVersion,
  type StoredSkillVersion,
} from '../workspace/skill-records.js';
import { showSkill, showSkillVersion } from './skill-views.js';

const named = { what: 'skill' };
/** Fields with the title: of the first version of the API, and of later ones. */
const TITLES = ['display_title', 'display_name'];
const FILES = ['files', 'files[]'];

/** Handlers for the skill operations. */
export const skillHandlers: HandlersFor<typeof skillOperations> = {
  'skills.create': (call) => {
    const { parts, world, now } = call;
    requireFields(parts, [...FILES, ...TITLES]);
    const upload = readSkillFiles(parts);
    const skill: Skill = {
      id: world.id('skill_'),
      type: 'skill',
      display_title: titleOf(parts) ?? upload.facts.name,
      latest_version: null,
      source: 'custom',
      created_at: now,
      updated_at: now,
    };
    return showSkill(call, keepVersion(world, skill, upload).skill);
  },
  'skills.retrieve': (call) => showSkill(call, skillOf(call.world, call.params.skill_id)),
  'skills.list': (call) => {
    const { source } = call.query;
    const page = cursorPage(call, {
      from: withVendor(call.world.store.of(skills)),
      show: (skill) => showSkill(call, skill),
      where: (skill) => source === undefined || skill.source === source,
    });
    return { ...page, has_more: page.next_page != null };
  },
  'skills.delete': ({ params, world }) => {
    requireOwn(params.skill_id);
    remove(world.store.of(skills), params.skill_id, named);
    for (const { record } of world.store.of(skillVersions, params.skill_id).entries())
      world.store.contents.delete(record.id);
    world.store.drop(skillVersions, params.skill_id);
    return { id: params.skill_id, type: 'skill_deleted' };
  },
};

/** Handlers for the operations on versions of skills. */
export const skillVersionHandlers: HandlersFor<typeof skillVersionOperations> = {
  'skills.versions.create': (call) => {
    const { params, parts, world } = call;
    requireOwn(params.skill_id);
    const skill = find(world.store.of(skills), params.skill_id, named);
    requireFields(parts, FILES);
    return showSkillVersion(call, keepVersion(world, skill, readSkillFiles(parts)).version);
  },
  'skills.versions.retrieve': (call) =>
    showSkillVersion(call, versionOf(call.world, call.params.skill_id, call.params.version)),
  'skills.versions.list': (call) => {
    const { skill_id: id } = call.params;
    const skill = skillOf(call.world, id);
    const own = call.world.store.of(skillVersions, id);
    const vendor = skill.source === 'vendor' ? fixed([vendorSkillVersion(skill)]) : own;
    const page = cursorPage(call, { from: vendor, show: (version) => showSkillVersion(call, version) });
    return { ...page, has_more: page.next_page != null };
  },
  'skills.versions.delete': (call) => {
    const { params, world } = call;
    const { skill_id: id } = params;
    requireOwn(id);
    const skill = find(world.store.of(skills), id, named);
    const { version, id: versionId } = versionOf(world, id, params.version);
    const versions = world.store.of(skillVersions, id);
    versions.delete(version);
    world.store.contents.delete(versionId);
    const latest = versions.entries().at(-1)?.record.version ?? null;
    world.store.of(skills).put(id, touch(world.clock, { ...skill, latest_version: latest }));
    return { id: includesBetas(call.version) ? versionId : version, type: 'skill_version_deleted' };
  },
  'skills.versions.download': ({ params, world }) => {
    const version = versionOf(world, params.skill_id, params.version);
    return bytes(archiveOf(world, version), {
      'content-type': 'application/zip',
      'content-disposition': dispositionOf(`${version.directory}.zip`),
    });
  },
};

function skillOf(world: World, id: string): Skill {
  return vendorSkills.get(id) ?? find(world.store.of(skills), id, named);
}

/** @throws {Refusal} 400 for a skill of the vendor. */
function requireOwn(id: string): void {
  if (vendorSkills.has(id)) throw badRequest('SKL-005', '', 'Skills of the vendor cannot be changed.');
}

/** Returns a version by its number or its id. */
function versionOf(world: World, skillId: string, version: string): StoredSkillVersion {
  const skill = skillOf(world, skillId);
  const all =
    skill.source === 'vendor'
      ? [vendorSkillVersion(skill)]
      : world.store
          .of(skillVersions, skillId)
          .entries()
          .map(({ record }) => record);
  const found = all.find((one) => one.version === version || one.id === version);
  if (found === undefined) throw notFound('skill version', version);
  return found;
}

/** Returns the archive of a version. Those of the vendor contain nothing but the front matter. */
function archiveOf(world: World, version: StoredSkillVersion): Uint8Array {
  const stored = world.store.contents.get(version.id);
  if (stored !== undefined) return readContent(stored);
  const { name, description, directory, created_at } = version;
  const text = `---\nname: ${name}\ndescription: ${description}\n---\n`;
  const content = memoryContent([Buffer.from(text)]);
  return skillArchive([{ path: `${directory}/SKILL.md`, content }], created_at);
}

/** Stores a version, as the latest one of its skill. */
function keepVersion(
  world: World,
  skill: Skill,
  { facts, files }: SkillUpload,
): { readonly skill: Skill; readonly version: StoredSkillVersion } {
  const versions = world.store.of(skillVersions, skill.id);
  // Microseconds since 1970, like those of the service, and unique within the skill.
  const last = Number(versions.entries().at(-1)?.record.version ?? 0);
  const version: StoredSkillVersion = {
    id: world.id('skver_'),
    type: 'skill_version',
    skill_id: skill.id,
    version: String(Math.max(world.clock.now() * 1000, last + 1)),
    ...facts,
    created_at: world.clock.iso(),
  };
  versions.put(version.version, version);
  world.store.contents.put(version.id, memoryContent([skillArchive(files, version.created_at)]));
  const isNew = skill.latest_version == null && skill.created_at === version.created_at;
  const changed = { ...skill, latest_version: version.version };
  const kept = world.store.of(skills).put(skill.id, isNew ? changed : touch(world.clock, changed));
  return { skill: kept, version };
}

function requireFields(parts: AnyCall['parts'], known: readonly string[]): void {
  for (const { name } of parts)
    if (!known.includes(name)) throw badRequest('GEN-004', name, 'Extra inputs are not permitted');
}

function titleOf(parts: readonly Part[]): string | null {
  const part = parts.find(({ name }) => TITLES.includes(name));
  return part === undefined ? null : readContent(part.content).toString().slice(0, 255);
}

/** The skills of a workspace and those of the vendor, which are older. */
function withVendor(own: Collection<Skill>): Pick<Collection<Skill>, 'entries' | 'place'> {
  const vendor = [...vendorSkills.values()].map((record, index): Entry<Skill> => ({
    id: record.id,
    sequence: index - vendorSkills.size,
    record,
  }));
  return {
    entries: () => [...vendor, ...own.entries()],
    place: (id) => vendor.find((entry) => entry.id === id) ?? own.place(id),
  };
}

function fixed(
  records: readonly StoredSkillVersion[],
): Pick<Collection<StoredSkillVersion>, 'entries' | 'place'> {
  const entries = records.map((record, sequence) => ({ id: record.version, sequence, record }));
  return { entries: () => entries, place: (id) => entries.find((entry) => entry.id === id) };
}
