/** The text editor: views and edits files in a folder. */
import { checkRecord, isA, requireObject, requireText } from '@parlance/core-transport/internal';
import type { TextEditorTool } from '@parlance/schemas/inference';
import { defineTool, ToolResultError, type FromJsonSchema, type RunnableTool } from '@parlance/inference';
import { byteCount, sharedChecks } from './client-tool-checks.js';
import { Folder } from './folder.js';
import { listFolder } from './list-folder.js';
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

/** Options for {@link textEditorTool}. */
export interface TextEditorToolOptions {
  /** Existing folder that paths cannot leave. The model uses paths relative to it, or absolute paths in it. */
  readonly folder: string;
  /** Maximum size of a file in bytes, for reads and writes. Default 1 MiB. */
  readonly maxFileBytes?: number | undefined;
  /** Maximum size of a result in bytes; the rest is omitted, with a note. Default 64 KiB. */
  readonly maxOutputBytes?: number | undefined;
  /** Other fields of the definition, for example `cache_control` or `max_characters`. */
  readonly definition?: Partial<Omit<TextEditorTool, 'type' | 'name'>> | undefined;
  /** Whether calls need the approval of the run's `approve`: all of them, or those for which it returns true. */
  readonly approval?: RunnableTool['approval'];
}

const input = {
  type: 'object',
  properties: {
    command: { enum: ['view', 'create', 'str_replace', 'insert'] },
    path: { type: 'string' },
    view_range: { type: 'array', items: { type: 'integer' } },
    file_text: { type: 'string' },
    old_str: { type: 'string' },
    new_str: { type: 'string' },
    insert_line: { type: 'integer' },
    insert_text: { type: 'string' },
  },
  required: ['command', 'path'],
} as const;

type Input = FromJsonSchema<typeof input>;

/**
 * Runs the text editor tool of the service (`text_editor_20250728`) on the files of a folder: `view`, `create`,
 * `str_replace` and `insert`. Paths cannot leave the folder, symbolic links included.
 *
 * This is not a sandbox. It prevents mistakes of the model, and does not protect against a program that changes the folder
 * at the same time. Run untrusted work in a container or a virtual machine.
 *
 * @param options - See {@link TextEditorToolOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function textEditorTool(options: TextEditorToolOptions): RunnableTool<TextEditorTool> {
  requireObject('options', options);
  checkRecord('', options, { folder: isA('string'), maxFileBytes: byteCount, ...sharedChecks });
  requireText('folder', options.folder);
  const { maxFileBytes = 1024 * 1024, maxOutputBytes = 64 * 1024, definition, approval } = options;
  const folder = new Folder(options.folder, maxFileBytes);
  const tool = defineTool({
    name: 'str_replace_based_edit_tool',
    description: '',
    input,
    run: (call, { signal }) => {
      const run = () => runCommand(call, folder, definition?.max_characters ?? Infinity);
      // Runs of one process may edit the same file: neither must write what it read before the edit of the other.
      const result = call.command === 'view' ? run() : folder.changeInTurn(signal, run);
      return limitResult(result, maxOutputBytes);
    },
  });
  return {
    definition: { ...definition, type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
    call: tool.call,
    // Calls of one reply may edit the same file.
    maxParallel: 1,
    ...(approval !== undefined && { approval }),
  };
}

async function runCommand(call: Input, folder: Folder, maxCharacters: number): Promise<string> {
  const { command, path } = call;
  const place = await folder.place(path);
  if (command === 'create') {
    await folder.write(place, needed(call, 'file_text'), path);
    return `File created successfully at: ${path}`;
  }
  if (place.stats === undefined)
    throw new ToolResultError(`The path ${path} does not exist. Please provide a valid path.`);
  if (place.stats.isDirectory()) {
    if (command === 'view') return listFolder(place.path, path);
    throw new ToolResultError(`The path ${path} is a directory. Only \`view\` can be used on directories.`);
  }
  const text = await folder.read(place, path);
  if (command === 'view') {
    const shown = text.length > maxCharacters ? text.slice(0, maxCharacters) : text;
    const note = shown === text ? '' : `\n[${text.length - shown.length} characters omitted]`;
    return (call.view_range === undefined ? numberLines(shown) : viewRange(text, call.view_range)) + note;
  }
  const edited = edit(call, text);
  await folder.write(place, edited.text, path);
  return `The file ${path} has been edited.\n${excerptAround(edited)}`;
}

function edit(call: Input, text: string): EditedText {
  if (call.command === 'insert')
    return insertAfter(text, {
      line: needed(call, 'insert_line'),
      inserted: needed(call, 'insert_text'),
    });
  return replaceOnce(text, { old_str: needed(call, 'old_str'), new_str: call.new_str ?? '' }, call.path);
}
