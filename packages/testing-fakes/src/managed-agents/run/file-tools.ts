/**
 * Built-in tools that operate on the session's files: read, write, edit, glob and grep.
 *
 * Rules: AGT-021, AGT-022.
 */
import picomatch from 'picomatch';
import { PatternError, SearchPattern } from '../../patterns/search-pattern.js';
import { DeadlineError, withinDeadline } from '../../patterns/within-deadline.js';
import { WorkspaceError, WORKING_DIRECTORY, type Workspace } from './workspace.js';

/** Maximum number of results of a search. */
const MAX_MATCHES = 1000;
/** Maximum length of a glob pattern. */
const MAX_PATTERN = 1000;

type Input = Readonly<Record<string, unknown>>;

/** File tools by name. Each returns the text of its result or throws a {@link WorkspaceError}. */
export const fileTools: Readonly<Record<string, (workspace: Workspace, input: Input) => string>> = {
  read(workspace, input) {
    requireKnown(input, ['file_path', 'view_range']);
    const lines = workspace.read(text(input, 'file_path')).split('\n');
    const range = input['view_range'];
    if (range === undefined) return lines.join('\n');
    if (!Array.isArray(range) || range.length !== 2 || !range.every((line) => Number.isInteger(line)))
      throw new WorkspaceError('view_range: must be an array of two integers');
    const [start, end] = range as [number, number];
    if (start < 1) throw new WorkspaceError('view_range: line numbers start at 1');
    if (end > 0 && end < start) throw new WorkspaceError('view_range: must not end before it starts');
    return lines.slice(start - 1, end <= 0 ? undefined : end).join('\n');
  },
  write(workspace, input) {
    requireKnown(input, ['content', 'file_path']);
    const path = text(input, 'file_path');
    workspace.write(path, text(input, 'content'));
    return `Wrote ${path}`;
  },
  edit(workspace, input) {
    const path = text(input, 'file_path');
    const before = workspace.read(path);
    const old = text(input, 'old_string');
    const count = old === '' ? 0 : before.split(old).length - 1;
    if (count === 0) throw new WorkspaceError('old_string: was not found in the file');
    if (count > 1 && input['replace_all'] !== true)
      throw new WorkspaceError(
        `old_string: occurs ${count} times; set replace_all or include more of the surrounding text`,
      );
    workspace.write(path, before.split(old).join(text(input, 'new_string')));
    return `Replaced ${count === 1 ? '1 occurrence' : `${count} occurrences`} in ${path}`;
  },
  glob(workspace, input) {
    const pattern = bounded(text(input, 'pattern'));
    const base = directory(workspace, input);
    const isAbsolute = pattern.startsWith('/');
    const paths = workspace
      .files()
      .map(({ path }) => path)
      .filter((path) => isAbsolute || path.startsWith(base));
    const found = attempt(() =>
      withinDeadline(() => {
        const matches = picomatch(pattern, { dot: true, windows: false });
        return paths.filter((path) => matches(isAbsolute ? path : path.slice(base.length)));
      }),
    );
    return found.slice(0, MAX_MATCHES).join('\n');
  },
  grep(workspace, input) {
    return attempt(() => {
      const pattern = new SearchPattern(text(input, 'pattern'));
      const base = directory(workspace, input);
      const found: string[] = [];
      for (const { path, read } of workspace.files()) {
        if (!`${path}/`.startsWith(base)) continue;
        for (const [index, line] of read().split('\n').entries()) {
          if (pattern.test(line)) found.push(`${path}:${index + 1}:${line}`);
          if (found.length === MAX_MATCHES) return found.join('\n');
        }
      }
      return found.join('\n');
    });
  },
};

/** Directory to search, with a trailing slash. */
function directory(workspace: Workspace, input: Input): string {
  const base = workspace.resolve(optional(input, 'path') ?? WORKING_DIRECTORY);
  return base === '/' ? base : `${base}/`;
}

/** Reports an invalid or too expensive pattern to the agent as the result of the tool. */
function attempt<T>(search: () => T): T {
  try {
    return search();
  } catch (error) {
    if (error instanceof PatternError || error instanceof DeadlineError)
      throw new WorkspaceError(`pattern: ${error.message}`);
    throw error;
  }
}

function requireKnown(input: Input, names: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new WorkspaceError(`${unknown}: unknown field`);
}

function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new WorkspaceError(`${name}: must be a string`);
  return value;
}

function optional(input: Input, name: string): string | undefined {
  return input[name] === undefined ? undefined : text(input, name);
}

function bounded(pattern: string): string {
  if (pattern === '' || pattern.length > MAX_PATTERN)
    throw new WorkspaceError(`pattern: must have 1 to ${MAX_PATTERN} characters`);
  return pattern;
}
