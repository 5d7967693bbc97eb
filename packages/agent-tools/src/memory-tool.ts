/** The memory tool: files that the model keeps across conversations. */
import { checkRecord, requireObject, withMethods } from '@parlance/core-transport/internal';
import type { MemoryTool } from '@parlance/schemas/inference';
import { memoryPathProblems } from '@parlance/schemas/managed-agents';
import { defineTool, ToolResultError, type FromJsonSchema, type RunnableTool } from '@parlance/inference';
import { sharedChecks } from './client-tool-checks.js';
import { humanSize } from './list-folder.js';
import type { MemoryBackend, MemoryContext, MemoryFile } from './memory-backend.js';
import {
  excerptAround,
  insertAfter,
  limitResult,
  needed,
  numberLines,
  replaceOnce,
  viewRange,
  type EditedText,
} from './text-commands.js';

/** Options for {@link memoryTool}. */
export interface MemoryToolOptions {
  /** Where the files are kept: `directoryMemory(...)`, `memoryStoreMemory(...)`, or your own implementation. */
  readonly backend: MemoryBackend;
  /** Maximum size of a result in bytes; the rest is omitted, with a note. Default 64 KiB. */
  readonly maxOutputBytes?: number | undefined;
  /** Other fields of the definition, for example `cache_control`. */
  readonly definition?: Partial<Omit<MemoryTool, 'type' | 'name'>> | undefined;
  /** Whether calls need the approval of the run's `approve`: all of them, or those for which it returns true. */
  readonly approval?: RunnableTool['approval'];
}

/** Root of all paths that the model uses. */
const ROOT = '/memories';

const input = {
  type: 'object',
  properties: {
    command: { enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
    path: { type: 'string' },
    view_range: { type: 'array', items: { type: 'integer' } },
    file_text: { type: 'string' },
    old_str: { type: 'string' },
    new_str: { type: 'string' },
    insert_line: { type: 'integer' },
    insert_text: { type: 'string' },
    old_path: { type: 'string' },
    new_path: { type: 'string' },
  },
  required: ['command'],
} as const;

type Input = FromJsonSchema<typeof input>;
type Command = (call: Input, backend: MemoryBackend, context: MemoryContext) => Promise<string>;

/**
 * Runs the memory tool of the service (`memory_20250818`): `view`, `create`, `str_replace`, `insert`, `delete` and
 * `rename`. The model's paths start with `/memories` and cannot leave the memory.
 *
 * @param options - See {@link MemoryToolOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function memoryTool(options: MemoryToolOptions): RunnableTool<MemoryTool> {
  requireObject('options', options);
  checkRecord('', options, {
    backend: withMethods('list', 'read', 'create', 'replace', 'delete', 'rename'),
    ...sharedChecks,
  });
  requireObject('backend', options.backend);
  const { backend, maxOutputBytes = 64 * 1024, definition, approval } = options;
  const tool = defineTool({
    name: 'memory',
    description: '',
    input,
    run: (call, { signal }) => limitResult(commands[call.command](call, backend, { signal }), maxOutputBytes),
  });
  return {
    definition: { ...definition, type: 'memory_20250818', name: 'memory' },
    call: tool.call,
    // Calls of one reply may edit the same file.
    maxParallel: 1,
    ...(approval !== undefined && { approval }),
  };
}

const commands: Record<Input['command'], Command> = {
  view: async (call, backend, context) => {
    const shown = needed(call, 'path');
    const path = inMemory(shown);
    const text = path === '/' ? undefined : await backend.read(path, context);
    if (text !== undefined) {
      const { view_range: range } = call;
      const lines = range === undefined ? numberLines(text) : viewRange(text, range);
      return `Here's the content of ${shown} with line numbers:\n${lines}`;
    }
    const files = await backend.list(path, context);
    if (files === undefined) throw missing(shown);
    return listing(path, files);
  },
  create: async (call, backend, context) => {
    const path = needed(call, 'path');
    if (!(await backend.create(inFile(path), needed(call, 'file_text'), context)))
      throw new ToolResultError(`File ${path} already exists`);
    return `File created successfully at: ${path}`;
  },
  str_replace: async (call, backend, context) => {
    const edit = { old_str: needed(call, 'old_str'), new_str: call.new_str ?? '' };
    const path = needed(call, 'path');
    return change(path, backend, context, (text) => replaceOnce(text, edit, path));
  },
  insert: async (call, backend, context) => {
    const edit = { line: needed(call, 'insert_line'), inserted: needed(call, 'insert_text') };
    return change(needed(call, 'path'), backend, context, (text) => insertAfter(text, edit));
  },
  delete: async (call, backend, context) => {
    const path = needed(call, 'path');
    if (!(await backend.delete(inFile(path), context))) throw missing(path);
    return `Successfully deleted ${path}`;
  },
  rename: async (call, backend, context) => {
    const [from, to] = [needed(call, 'old_path'), needed(call, 'new_path')];
    const [source, target] = [inFile(from), inFile(to)];
    if (!(await exists(backend, source, context))) throw missing(from);
    if (await exists(backend, target, context))
      throw new ToolResultError(`The destination ${to} already exists`);
    if (target.startsWith(`${source}/`)) throw new ToolResultError(`${to} is inside of ${from}`);
    await backend.rename(source, target, context);
    return `Successfully renamed ${from} to ${to}`;
  },
};

async function change(
  path: string,
  backend: MemoryBackend,
  context: MemoryContext,
  edit: (text: string) => EditedText,
): Promise<string> {
  const previous = await backend.read(inFile(path), context);
  if (previous === undefined) throw missing(path);
  const edited = edit(previous);
  if (!(await backend.replace(inFile(path), { content: edited.text, previous }, context)))
    throw new ToolResultError(`${path} was changed at the same time. View it and try again.`);
  return `The memory file has been edited.\n${excerptAround(edited)}`;
}

async function exists(backend: MemoryBackend, path: string, context: MemoryContext): Promise<boolean> {
  if ((await backend.read(path, context)) !== undefined) return true;
  return (await backend.list(path, context)) !== undefined;
}

/** Converts a path of the model to a path in the memory. */
function inMemory(path: string): string {
  const below = path.endsWith('/') ? path.slice(0, -1) : path;
  if (below === ROOT) return '/';
  const inside = below.slice(ROOT.length);
  const [problem] = below.startsWith(`${ROOT}/`) ? memoryPathProblems(inside) : [`must start with ${ROOT}`];
  if (problem !== undefined) throw new ToolResultError(`The path ${path} is invalid: it ${problem}.`);
  return inside;
}

function inFile(path: string): string {
  const inside = inMemory(path);
  if (inside === '/') throw new ToolResultError(`${ROOT} itself cannot be changed.`);
  return inside;
}

/** Lists files up to two levels below a directory; deeper ones are summed up in their directory. */
function listing(path: string, files: readonly MemoryFile[]): string {
  const base = path === '/' ? '' : path;
  const sizes = new Map<string, number>();
  for (const file of files) {
    const segments = file.path.slice(base.length + 1).split('/');
    if (segments.some((segment) => segment.startsWith('.') || segment === 'node_modules')) continue;
    for (let depth = 0; depth <= Math.min(segments.length, 2); depth++) {
      const isDirectory = depth < segments.length;
      const name = `${ROOT}${base}${segments
        .slice(0, depth)
        .map((segment) => `/${segment}`)
        .join('')}${isDirectory ? '/' : ''}`;
      sizes.set(name, (sizes.get(name) ?? 0) + file.sizeBytes);
    }
  }
  const root = `${ROOT}${base}/`;
  if (!sizes.has(root)) sizes.set(root, 0);
  const lines = [...sizes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, size]) => `${humanSize(size)}\t${name}`);
  const title = `Here're the files and directories up to 2 levels deep in ${ROOT}${base}, excluding hidden items and node_modules:`;
  return [title, ...lines].join('\n');
}

function missing(path: string): ToolResultError {
  return new ToolResultError(`The path ${path} does not exist. Please provide a valid path.`);
}
