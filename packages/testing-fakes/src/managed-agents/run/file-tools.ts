/** The built-in tools that really work: read, write, edit, glob and grep. */
import { globPattern } from './glob-pattern.js';
import { WorkspaceError, WORKING_DIRECTORY, type Workspace } from './workspace.js';

/** Most lines that a search gives. */
const MAX_MATCHES = 1000;
/** Longest pattern of a search; longer ones could take for ever. */
const MAX_PATTERN = 1000;

type Input = Readonly<Record<string, unknown>>;

/** Built-in tools on files, by name. Each gives the text of its result, or throws a {@link WorkspaceError}. */
export const fileTools: Readonly<Record<string, (workspace: Workspace, input: Input) => string>> = {
  read(workspace, input) {
    const lines = workspace.read(text(input, 'file_path')).split('\n');
    const range = input['view_range'];
    if (range === undefined) return lines.join('\n');
    if (!Array.isArray(range) || range.length !== 2 || !range.every((line) => Number.isInteger(line)))
      throw new WorkspaceError('view_range: must be two whole numbers');
    const [start, end] = range as [number, number];
    if (start < 1) throw new WorkspaceError('view_range: the first line is 1');
    return lines.slice(start - 1, end <= 0 ? undefined : end).join('\n');
  },
  write(workspace, input) {
    const path = text(input, 'file_path');
    workspace.write(path, text(input, 'content'));
    return `Wrote ${path}`;
  },
  edit(workspace, input) {
    const path = text(input, 'file_path');
    const before = workspace.read(path);
    const old = text(input, 'old_string');
    const count = old === '' ? 0 : before.split(old).length - 1;
    if (count === 0) throw new WorkspaceError('old_string: does not occur in the file');
    if (count > 1 && input['replace_all'] !== true)
      throw new WorkspaceError(`old_string: occurs ${count} times; set replace_all or give more of the text`);
    workspace.write(path, before.split(old).join(text(input, 'new_string')));
    return `Replaced ${count === 1 ? '1 occurrence' : `${count} occurrences`} in ${path}`;
  },
  glob(workspace, input) {
    const base = workspace.resolve(optional(input, 'path') ?? WORKING_DIRECTORY);
    const pattern = bounded(text(input, 'pattern'));
    const expression = globPattern(
      pattern.startsWith('/') ? pattern : `${base === '/' ? '' : base}/${pattern}`,
    );
    return workspace
      .paths()
      .filter((path) => expression.test(path))
      .slice(0, MAX_MATCHES)
      .join('\n');
  },
  grep(workspace, input) {
    const base = workspace.resolve(optional(input, 'path') ?? WORKING_DIRECTORY);
    const expression = regularExpression(bounded(text(input, 'pattern')));
    const found: string[] = [];
    for (const path of workspace.paths()) {
      if (path !== base && base !== '/' && !path.startsWith(`${base}/`)) continue;
      for (const [index, line] of workspace.read(path).split('\n').entries())
        if (found.length < MAX_MATCHES && expression(line)) found.push(`${path}:${index + 1}:${line}`);
    }
    return found.join('\n');
  },
};

function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new WorkspaceError(`${name}: must be a string`);
  return value;
}

function optional(input: Input, name: string): string | undefined {
  return input[name] === undefined ? undefined : text(input, name);
}

function bounded(pattern: string): string {
  if (pattern.length > MAX_PATTERN)
    throw new WorkspaceError(`pattern: must have at most ${MAX_PATTERN} characters`);
  return pattern;
}

/** Patterns in which one repetition is within another can take exponential time: such are looked for literally. */
function regularExpression(pattern: string): (line: string) => boolean {
  if (/\([^)]*[*+{][^)]*\)[*+{]/.test(pattern) || /\\\d/.test(pattern))
    return (line) => line.includes(pattern);
  try {
    const expression = new RegExp(pattern, 'u');
    return (line) => expression.test(line.slice(0, 10_000));
  } catch {
    throw new WorkspaceError('pattern: is not a regular expression');
  }
}
