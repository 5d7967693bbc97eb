/** The built-in tools of one session, by name. Their inputs and results are those of the service. */
import {
  defineTool,
  ToolResultError,
  type JsonSchema,
  type RunnableTool,
  type ToolParts,
} from '@parlance/inference';
import { findFiles, findLines } from './find-files.js';
import type { Folder } from './folder.js';
import type { SessionToolsetOptions } from './session-toolset.js';
import type { Shell } from './shell.js';
import { limitResult } from './text-commands.js';

/** What a session has. */
export interface SessionPlace {
  readonly folder: Folder;
  readonly shell: Shell;
}

/** Names of the tools. */
export type ToolName = 'bash' | 'read' | 'write' | 'edit' | 'glob' | 'grep' | 'web_fetch';

const text = { type: 'string' } as const;

/** Returns the tools of a session. */
export function toolsOf(
  { maxOutputBytes = 64 * 1024, webFetch }: SessionToolsetOptions,
  { folder, shell }: SessionPlace,
): Readonly<Record<ToolName, RunnableTool>> {
  const limited = (result: Promise<string>): Promise<string> => limitResult(result, maxOutputBytes);
  return {
    bash: bash(shell),
    ...fileTools(folder, limited),
    ...searchTools(folder, limited),
    web_fetch: builtIn(
      'web_fetch',
      { type: 'object', properties: { url: text }, required: ['url'] },
      ({ url }, { signal }) => limited(webFetch?.(url, { signal }) ?? Promise.resolve('')),
    ),
  };
}

/** Defines a tool whose description the service has. */
function builtIn<const S extends JsonSchema>(
  name: ToolName,
  input: S,
  run: ToolParts<S>['run'],
): RunnableTool {
  return defineTool({ name, description: '', input, run });
}

function bash(shell: Shell): RunnableTool {
  const timeout = { type: 'number', minimum: 1 } as const;
  return builtIn(
    'bash',
    { type: 'object', properties: { command: text, restart: { type: 'boolean' }, timeout_ms: timeout } },
    ({ command, restart, timeout_ms: timeoutMs }, { signal }) => {
      if (restart === true) return shell.restart();
      if (command === undefined) throw new ToolResultError('Parameter `command` is required.');
      return shell.run(command, signal, timeoutMs);
    },
  );
}

type Limit = (result: Promise<string>) => Promise<string>;

function fileTools(folder: Folder, limited: Limit): Record<'read' | 'write' | 'edit', RunnableTool> {
  const viewRange = { type: 'array', items: { type: 'integer' } } as const;
  const replacement = { old_string: text, new_string: text, replace_all: { type: 'boolean' } } as const;
  return {
    read: builtIn(
      'read',
      { type: 'object', properties: { file_path: text, view_range: viewRange }, required: ['file_path'] },
      ({ file_path: path, view_range: range }) => limited(read(folder, path, range)),
    ),
    write: builtIn(
      'write',
      { type: 'object', properties: { file_path: text, content: text }, required: ['file_path', 'content'] },
      ({ file_path: path, content }, { signal }) =>
        folder.changeInTurn(signal, () => write(folder, path, content)),
    ),
    edit: builtIn(
      'edit',
      {
        type: 'object',
        properties: { file_path: text, ...replacement },
        required: ['file_path', 'old_string', 'new_string'],
      },
      (input, { signal }) => folder.changeInTurn(signal, () => edit(folder, input)),
    ),
  };
}

function searchTools(folder: Folder, limited: Limit): Record<'glob' | 'grep', RunnableTool> {
  const input = { type: 'object', properties: { pattern: text, path: text }, required: ['pattern'] } as const;
  return {
    glob: builtIn('glob', input, ({ pattern, path }, { signal }) =>
      limited(findFiles(folder, pattern, signal, path)),
    ),
    grep: builtIn('grep', input, ({ pattern, path }, { signal }) =>
      limited(findLines(folder, pattern, signal, path)),
    ),
  };
}

async function write(folder: Folder, path: string, content: string): Promise<string> {
  await folder.write(await folder.place(path), content, path);
  return `Wrote ${path}`;
}

async function read(folder: Folder, path: string, range: readonly number[] | undefined): Promise<string> {
  const content = await folder.read(await existing(folder, path), path);
  if (range === undefined) return content;
  const [start = 0, end = 0] = range;
  if (range.length !== 2) throw new ToolResultError('view_range: must be an array of two integers');
  if (start < 1) throw new ToolResultError('view_range: line numbers start at 1');
  if (end > 0 && end < start) throw new ToolResultError('view_range: must not end before it starts');
  return content
    .split('\n')
    .slice(start - 1, end <= 0 ? undefined : end)
    .join('\n');
}

interface Edit {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

async function edit(folder: Folder, input: Edit): Promise<string> {
  const { file_path: path, old_string: old, new_string: replacement, replace_all: isAll = false } = input;
  const place = await existing(folder, path);
  const parts = (await folder.read(place, path)).split(old);
  const count = old === '' ? 0 : parts.length - 1;
  if (count === 0) throw new ToolResultError('old_string: was not found in the file');
  if (count > 1 && !isAll)
    throw new ToolResultError(
      `old_string: occurs ${count} times; set replace_all or include more of the surrounding text`,
    );
  await folder.write(place, parts.join(replacement), path);
  return `Replaced ${count === 1 ? '1 occurrence' : `${count} occurrences`} in ${path}`;
}

async function existing(folder: Folder, path: string): ReturnType<Folder['place']> {
  const place = await folder.place(path);
  if (place.stats === undefined) throw new ToolResultError(`The file ${path} does not exist.`);
  return place;
}
