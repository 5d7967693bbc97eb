/** The commands that view and edit text, shared by the text editor and the memory. */
import { ToolResultError } from '@parlance/inference';

/**
 * Returns a parameter of a command.
 *
 * @throws {ToolResultError} When the model left it out.
 */
export function needed<Call extends { readonly command: string }, Name extends keyof Call & string>(
  call: Call,
  name: Name,
): NonNullable<Call[Name]> {
  const value = call[name];
  if (value === undefined)
    throw new ToolResultError(`Parameter \`${name}\` is required for command: ${call.command}`);
  return value as NonNullable<Call[Name]>;
}

/** Returns text with line numbers. */
export function numberLines(text: string, first = 1): string {
  const lines = text.split('\n');
  return lines.map((line, index) => `${String(first + index).padStart(6)}\t${line}`).join('\n');
}

/**
 * Returns the lines of a range.
 *
 * @param text - Text.
 * @param range - First and last line, from 1; -1 as the last line means the end of the text.
 * @throws {ToolResultError} When the range is outside of the text.
 */
export function viewRange(text: string, range: readonly number[]): string {
  const lines = text.split('\n');
  const [first = 0, last = 0] = range;
  const end = last === -1 ? lines.length : last;
  if (range.length !== 2 || first < 1 || end < first || end > lines.length)
    throw new ToolResultError(
      `Invalid \`view_range\` parameter: [${range.join(', ')}]. It must be two line numbers within [1, ${lines.length}], the second one not below the first one; -1 as the second one means the end of the file.`,
    );
  return numberLines(lines.slice(first - 1, end).join('\n'), first);
}

/** A text after an edit, and where the new part is. */
export interface EditedText {
  /** The whole text. */
  readonly text: string;
  /** Where the new part starts. */
  readonly offset: number;
  /** Length of the new part. */
  readonly length: number;
}

/** Maximum number of bytes of a text that an error quotes. */
const MAX_QUOTED_BYTES = 200;
/** Maximum number of lines that an error lists. */
const MAX_LISTED_LINES = 10;

/**
 * Replaces the only occurrence of a string.
 *
 * @throws {ToolResultError} When the string does not occur, or occurs more than once.
 */
export function replaceOnce(
  text: string,
  edit: { old_str: string; new_str: string },
  path: string,
): EditedText {
  const { old_str: before, new_str: after } = edit;
  if (before === '') throw new ToolResultError('No replacement was performed, old_str is empty.');
  const { offset, lines, count } = findAll(before, text);
  const quoted = limitBytes(before, MAX_QUOTED_BYTES);
  if (count === 0)
    throw new ToolResultError(
      `No replacement was performed, old_str \`${quoted}\` did not appear verbatim in ${path}.`,
    );
  if (count > 1) {
    const more = count > lines.length ? ` and ${count - lines.length} more` : '';
    throw new ToolResultError(
      `No replacement was performed. Multiple occurrences of old_str \`${quoted}\` in lines: ${lines.join(', ')}${more}. Please ensure it is unique.`,
    );
  }
  const replaced = text.slice(0, offset) + after + text.slice(offset + before.length);
  return { text: replaced, offset, length: after.length };
}

interface Occurrences {
  /** Where the last occurrence starts. */
  readonly offset: number;
  /** Lines of the first occurrences. */
  readonly lines: readonly number[];
  readonly count: number;
}

/**
 * Finds all occurrences of a string, overlaps included, in one pass (Knuth, Morris and Pratt). `indexOf` takes minutes for
 * repetitive texts: its time can grow with the product of both lengths, and nothing can interrupt it.
 */
function findAll(part: string, text: string): Occurrences {
  const borders = bordersOf(part);
  const lines: number[] = [];
  let [offset, count, matched, line] = [0, 0, 0, 1];
  const breaks = part.split('\n').length - 1;
  for (let index = 0; index < text.length; index++) {
    while (matched > 0 && text[index] !== part[matched]) matched = borders[matched - 1] as number;
    if (text[index] === part[matched]) matched += 1;
    if (text[index] === '\n') line += 1;
    if (matched < part.length) continue;
    offset = index - part.length + 1;
    count += 1;
    if (lines.length < MAX_LISTED_LINES) lines.push(line - breaks);
    matched = borders[matched - 1] as number;
  }
  return { offset, lines, count };
}

/** Returns, for each beginning of a string, the length of the longest shorter beginning that it ends with. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let matched = 0;
  for (let index = 1; index < part.length; index++) {
    while (matched > 0 && part[index] !== part[matched]) matched = borders[matched - 1] as number;
    if (part[index] === part[matched]) matched += 1;
    borders[index] = matched;
  }
  return borders;
}

/**
 * Inserts text after a line.
 *
 * @param text - Text.
 * @param edit - The text, and the number of the line; 0 inserts at the beginning.
 * @throws {ToolResultError} When the text has no such line.
 */
export function insertAfter(
  text: string,
  { line, inserted }: { line: number; inserted: string },
): EditedText {
  const lines = text.split('\n');
  // A final line break ends the last line; it does not begin another one.
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (!Number.isInteger(line) || line < 0 || line > count)
    throw new ToolResultError(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${count}].`,
    );
  const head = lines.slice(0, line).join('\n');
  const rest = lines.slice(line).join('\n');
  const start = head.length + (line > 0 ? 1 : 0);
  const isLast = line === lines.length || text === '';
  const ended = isLast || inserted.endsWith('\n') ? inserted : `${inserted}\n`;
  return {
    text: (line > 0 ? `${head}\n` : '') + ended + rest,
    offset: start,
    length: inserted.length,
  };
}

/** Returns the lines around an edit, with numbers. */
export function excerptAround({ text, offset, length }: EditedText): string {
  const lines = text.split('\n');
  const first = Math.max(1, text.slice(0, offset).split('\n').length - 4);
  const last = Math.min(lines.length, text.slice(0, offset + length).split('\n').length + 4);
  return numberLines(lines.slice(first - 1, last).join('\n'), first);
}

/** Limits the result of a command, and the error that it throws, to a number of bytes. */
export async function limitResult(command: Promise<string>, maxBytes: number): Promise<string> {
  try {
    return limitBytes(await command, maxBytes);
  } catch (error) {
    const content = ToolResultError.is(error) ? error.content : String((error as Error)?.message ?? error);
    const limited = typeof content === 'string' ? limitBytes(content, maxBytes) : content;
    throw limited === content ? error : new ToolResultError(limited);
  }
}

/** Shortens text to a number of bytes of UTF-8 and appends how much is missing. */
function limitBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return `${kept}\n[${bytes.length - Buffer.byteLength(kept)} bytes omitted]`;
}
