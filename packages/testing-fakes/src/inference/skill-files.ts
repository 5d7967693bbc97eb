/** Validation of the files of a skill. */
import type { Part } from '../engine/multipart.js';
import { badRequest } from '../engine/refusal.js';
import { readContent, type Content } from '../world/content.js';
import type { StoredSkillVersion } from '../workspace/skill-records.js';

const FILES = 'SKL-001';
const FRONT_MATTER = 'SKL-002';
const MAX_NAME_CHARACTERS = 64;
const MAX_DESCRIPTION_CHARACTERS = 1024;
const MAX_SKILL_MD_BYTES = 1024 * 1024;

/** The facts of a version that come from its files. */
export type SkillFacts = Pick<StoredSkillVersion, 'name' | 'description' | 'directory'>;

/** A file of a skill. */
export interface SkillFile {
  /** Path, which starts with the folder of the skill. */
  readonly path: string;
  readonly content: Content;
}

/** What an upload contains. */
export interface SkillUpload {
  readonly facts: SkillFacts;
  readonly files: readonly SkillFile[];
}

/**
 * Reads the files of a skill: in one folder, with `SKILL.md` at its top.
 *
 * @param parts - Parts of the form.
 * @throws {Refusal} 400 that names the rule.
 */
export function readSkillFiles(parts: readonly Part[]): SkillUpload {
  const files = parts.filter(({ name }) => name === 'files[]' || name === 'files');
  if (files.length === 0) throw badRequest(FILES, 'files', 'Field required');
  const names = files.map(({ filename = '' }) => filename);
  const paths = names.map((name) => name.split('/'));
  if (new Set(names).size < names.length) throw badRequest(FILES, 'files', 'must have different names');
  const directory = paths[0]?.[0] ?? '';
  // Clients of the first version remove the folder from the names, which then is that of the skill.
  const hasFolder = paths.some((steps) => steps.length > 1);
  const isInFolder = paths.every(
    (steps) => (!hasFolder || (steps.length > 1 && steps[0] === directory)) && steps.every(isName),
  );
  if (!isInFolder) throw badRequest(FILES, 'files', 'must have names that are paths within one folder');
  if (!hasFolder) return withoutFolder(files);
  const main = files[names.indexOf(`${directory}/SKILL.md`)];
  if (main === undefined) throw badRequest(FILES, 'files', `must contain ${directory}/SKILL.md`);
  return { facts: { ...readFrontMatter(main), directory }, files: named(files, names) };
}

/** Whether a text can be the name of a file or folder in an archive. */
function isName(text: string): boolean {
  return !/^\.{0,2}$/.test(text) && !/[/\\]/.test(text);
}

function withoutFolder(files: readonly Part[]): SkillUpload {
  const main = files.find(({ filename }) => filename === 'SKILL.md');
  if (main === undefined) throw badRequest(FILES, 'files', 'must contain SKILL.md');
  const facts = readFrontMatter(main);
  if (!isName(facts.name))
    throw badRequest(FRONT_MATTER, 'files', 'SKILL.md must have a name that can be that of a folder');
  const names = files.map(({ filename }) => `${facts.name}/${filename}`);
  return { facts: { ...facts, directory: facts.name }, files: named(files, names) };
}

function named(files: readonly Part[], paths: readonly string[]): SkillFile[] {
  return files.map(({ content }, index) => ({ path: paths[index] as string, content }));
}

function readFrontMatter({ content }: Part): Pick<SkillFacts, 'name' | 'description'> {
  const text = content.size > MAX_SKILL_MD_BYTES ? '' : readContent(content).toString();
  const block = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text)?.[1];
  if (block === undefined) throw badRequest(FRONT_MATTER, 'files', 'SKILL.md must start with front matter');
  const fields = new Map(block.split(/\r?\n/).flatMap(fieldOf));
  return {
    name: required(fields, 'name', MAX_NAME_CHARACTERS),
    description: required(fields, 'description', MAX_DESCRIPTION_CHARACTERS),
  };
}

/** A line `key: value`, whose value may be quoted. Nested lines are ignored. */
function fieldOf(line: string): [string, string][] {
  const [, key, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
  return key === undefined || value === undefined ? [] : [[key, value.replace(/^(["'])(.*)\1$/, '$2')]];
}

function required(fields: ReadonlyMap<string, string>, name: string, maxCharacters: number): string {
  const value = fields.get(name) ?? '';
  const length = Array.from(value).length;
  if (length >= 1 && length <= maxCharacters) return value;
  throw badRequest(FRONT_MATTER, 'files', `SKILL.md must have a ${name} of 1 to ${maxCharacters} characters`);
}
