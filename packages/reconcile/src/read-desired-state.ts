import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readUntrustedFile } from '@parlance/files';
import { ConfigError } from '@parlance/schemas/kit';
import { InputError, nearestKey } from '@parlance/schemas/validation/kit';
import { parseYamlInput } from '@parlance/schemas/validation/yaml';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import * as z from 'zod';
import { checkDesiredState, DesiredStateSchema, type DesiredState } from './desired-state.js';

const MAX_BYTES = 64 * 1024 * 1024;

/** A state from one file, and where each path is in it. */
interface ReadState {
  readonly state: DesiredState;
  readonly placeOf: (path: string) => string;
}

/**
 * Reads what an organization should be from files: YAML, JSON, and CSV with the columns `email`, `role`, `absent` and one `workspace:NAME` for each
 * workspace, with the role of each member.
 *
 * @param files - Paths. A `*` in the last part of a path means any characters.
 * @returns The state of all files together.
 * @throws {InputError} When a file is invalid, or files contradict each other. Each issue names file, line, column and person.
 * @throws {ConfigError} When no file matches a path.
 * @throws {FileError} When a file cannot be read.
 */
export async function readDesiredState(files: readonly string[]): Promise<DesiredState> {
  const parts: ReadState[] = [];
  for (const pattern of files) for (const file of await filesOf(pattern)) parts.push(await readFile(file));
  const { state, placeOf } = merge(parts);
  checkDesiredState(state, placeOf);
  return state;
}

async function filesOf(pattern: string): Promise<readonly string[]> {
  const name = path.basename(pattern);
  if (!name.includes('*')) return [pattern];
  const parts = name.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`));
  const fits = new RegExp(`^${parts.join('.*')}$`, 's');
  const folder = path.dirname(pattern);
  const found = (await readdir(folder).catch(() => [])).filter((file) => fits.test(file)).sort();
  if (found.length === 0) throw new ConfigError('files', `files: no file matches ${pattern}`);
  return found.map((file) => path.join(folder, file));
}

async function readFile(file: string): Promise<ReadState> {
  const text = await readUntrustedFile(file, { maxBytes: MAX_BYTES, followLink: true });
  const name = path.basename(file);
  if (/\.csv$/i.test(name)) return readCsv(text, name);
  if (/\.(?:ya?ml|json)$/i.test(name)) return readYaml(text, name);
  throw new ConfigError('files', `files: ${name} must end with .yaml, .yml, .json or .csv`);
}

function readYaml(text: string, file: string): ReadState {
  try {
    const { value, placeOf } = parseYamlInput(text, DesiredStateSchema);
    return { state: value, placeOf: (path) => `${file}, ${placeOf(path)}` };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const people = emailsOf(text);
    throw new InputError(
      error.issues.map(({ path, message }) => {
        const [, index] = /users\.(\d+)/.exec(path) ?? [];
        const person = index === undefined ? undefined : people[Number(index)];
        return { path: `${file}, ${path}${person === undefined ? '' : ` (${person})`}`, message };
      }),
    );
  }
}

/** The e-mail addresses of a file that is invalid, so that errors name people. */
function emailsOf(text: string): readonly (string | undefined)[] {
  const loose = z.looseObject({
    users: z.array(z.looseObject({ email: z.string() }).optional().catch(undefined)),
  });
  try {
    return parseYamlInput(text, loose).value.users.map((user) => user?.email.slice(0, 100));
  } catch {
    return [];
  }
}

const COLUMNS = ['email', 'role', 'absent'];
const WORKSPACE = 'workspace:';
const BOOLEANS: Readonly<Record<string, boolean | undefined>> = { '': undefined, true: true, false: false };

function readCsv(text: string, file: string): ReadState {
  const { header, rows } = parseRows(text, file);
  const users: Record<string, unknown>[] = [];
  const members = new Map<string, Map<string, string>>();
  for (const name of header)
    if (name.startsWith(WORKSPACE)) members.set(name.slice(WORKSPACE.length).trim(), new Map());
  for (const { cells } of rows) {
    const { email = '', role = '', absent = '' } = cells;
    const isAbsent = Object.hasOwn(BOOLEANS, absent.toLowerCase()) ? BOOLEANS[absent.toLowerCase()] : absent;
    users.push({ email, ...(role !== '' && { role }), ...(isAbsent !== undefined && { absent: isAbsent }) });
    for (const [name, roles] of members) {
      const workspaceRole = cells[`${WORKSPACE}${name}`] ?? '';
      if (workspaceRole !== '') roles.set(email, workspaceRole);
    }
  }
  const placeOf = (where: string): string => {
    const [, index] = /^users\.(\d+)/.exec(where) ?? [];
    const row = rows[Number(index ?? Number.NaN)];
    return row === undefined ? file : `${file}, line ${row.line}`;
  };
  const workspaces = [...members].map(([name, roles]) => ({ name, members: Object.fromEntries(roles) }));
  const result = DesiredStateSchema.safeParse({ users, ...(workspaces.length > 0 && { workspaces }) });
  if (result.success) return { state: result.data, placeOf };
  throw new InputError(
    result.error.issues.map((issue) => {
      const [, index, column = ''] = issue.path.map(String);
      const person = rows[Number(index)]?.cells['email']?.slice(0, 100) ?? '';
      const where =
        issue.path[0] === 'users'
          ? `, column ${column} (${person})`
          : `, column ${WORKSPACE}${workspaces[Number(index)]?.name ?? ''} (${String(issue.path[3] ?? '')})`;
      return { path: `${placeOf(issue.path.join('.'))}${where}`, message: issue.message };
    }),
  );
}

interface Row {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

function parseRows(
  text: string,
  file: string,
): { readonly header: readonly string[]; readonly rows: readonly Row[] } {
  const refuse = (line: number, message: string): never => {
    throw new InputError([{ path: `${file}, line ${line}`, message }]);
  };
  let records: { readonly record: readonly string[]; readonly info: { readonly lines: number } }[] = [];
  try {
    records = parseCsv(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuse(Number(error['lines'] ?? 1), error.message);
  }
  const [head, ...rest] = records;
  const header =
    head?.record.map((name) =>
      name.startsWith(WORKSPACE) ? `${WORKSPACE}${name.slice(WORKSPACE.length).trim()}` : name,
    ) ?? [];
  const known = [...COLUMNS, WORKSPACE];
  for (const name of header) {
    if (COLUMNS.includes(name) || (name.startsWith(WORKSPACE) && name.length > WORKSPACE.length)) continue;
    const near = nearestKey(name, known);
    refuse(
      1,
      `the column "${name}" is not known; columns are email, role, absent and workspace:NAME${near === undefined ? '' : `. Did you mean "${near}"?`}`,
    );
  }
  if (new Set(header).size < header.length) refuse(1, 'a column occurs twice');
  if (!header.includes('email')) refuse(1, 'the column "email" is missing');
  if (rest.length === 0) refuse(1, 'has no rows below the header');
  const rows = rest.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(header.map((name, index) => [name, record[index] ?? ''])),
  }));
  return { header, rows };
}

/** Joins files. A workspace may be described by several, each with other fields. */
function merge(parts: readonly ReadState[]): ReadState {
  const users: NonNullable<DesiredState['users']>[number][] = [];
  const workspaces = new Map<string, NonNullable<DesiredState['workspaces']>[number]>();
  const places = new Map<string, string>();
  const protectedPeople: string[] = [];
  let unlisted: DesiredState['unlisted'];
  for (const { state, placeOf } of parts) {
    const own = new Set<string>();
    for (const [index, user] of (state.users ?? []).entries()) {
      places.set(`users.${users.length}`, placeOf(`users.${index}`));
      users.push(user);
    }
    for (const [index, workspace] of (state.workspaces ?? []).entries()) {
      const key = workspace.id ?? workspace.name;
      const earlier = workspaces.get(key);
      const place = placeOf(`workspaces.${index}`);
      const fields = Object.keys(workspace).filter((field) => field !== 'name' && field !== 'id');
      const isTwice = earlier !== undefined && (own.has(key) || fields.some((field) => field in earlier));
      if (isTwice) {
        const other = places.get(`workspace ${key}`) ?? '';
        throw new InputError([{ path: place, message: `"${key}" is also described at ${other}` }]);
      }
      own.add(key);
      places.set(`workspace ${key}`, place);
      workspaces.set(key, { ...earlier, ...workspace });
    }
    if (state.unlisted !== undefined && unlisted !== undefined && state.unlisted !== unlisted)
      throw new InputError([{ path: placeOf('unlisted'), message: 'another file says the opposite' }]);
    unlisted = state.unlisted ?? unlisted;
    protectedPeople.push(...(state.protected ?? []));
  }
  const list = [...workspaces.values()];
  for (const [index, { id, name }] of list.entries())
    places.set(`workspaces.${index}`, places.get(`workspace ${id ?? name}`) ?? '');
  const state: DesiredState = {
    ...(users.length > 0 && { users }),
    ...(unlisted !== undefined && { unlisted }),
    ...(list.length > 0 && { workspaces: list }),
    ...(protectedPeople.length > 0 && { protected: protectedPeople }),
  };
  return { state, placeOf: (where) => places.get(where) ?? where };
}
