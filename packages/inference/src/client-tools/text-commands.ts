/** The commands that view and edit text, shared by the text editor and the memory. */
import { ToolResultError } from '../tools/tool-result-error.js';

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

/**
 * Replaces the only occurrence of a string.
 *
 * @throws {ToolResultError} When the string does not occur, or occurs more than once.
 */
export function replaceOnce(text: string, edit: { old_str: string; new_str: string }, path: string): string {
  const { old_str: before, new_str: after } = edit;
  if (before === '') throw new ToolResultError('No replacement was performed, old_str is empty.');
  const at = text.indexOf(before);
  if (at === -1)
    throw new ToolResultError(
      `No replacement was performed, old_str \`${before}\` did not appear verbatim in ${path}.`,
    );
  const lines: number[] = [];
  for (let from = at; from !== -1; from = text.indexOf(before, from + 1))
    lines.push(text.slice(0, from).split('\n').length);
  if (lines.length > 1)
    throw new ToolResultError(
      `No replacement was performed. Multiple occurrences of old_str \`${before}\` in lines: ${lines.join(', ')}. Please ensure it is unique.`,
    );
  return text.slice(0, at) + after + text.slice(at + before.length);
}

/**
 * Inserts text after a line.
 *
 * @param text - Text.
 * @param edit - The text, and the number of the line; 0 inserts at the beginning.
 * @throws {ToolResultError} When the text has no such line.
 */
export function insertAfter(text: string, { line, inserted }: { line: number; inserted: string }): string {
  // A final line break ends the last line; it does not begin another one.
  const lines = text === '' ? [] : text.split('\n');
  const isEnded = lines.at(-1) === '';
  const count = isEnded ? lines.length - 1 : lines.length;
  if (!Number.isInteger(line) || line < 0 || line > count)
    throw new ToolResultError(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${count}].`,
    );
  const added = inserted.endsWith('\n') ? inserted.slice(0, -1) : inserted;
  return (
    lines.toSpliced(line, 0, ...added.split('\n')).join('\n') +
    (line === count && !isEnded && inserted.endsWith('\n') ? '\n' : '')
  );
}

/** Returns the lines around an edit, with numbers. */
export function excerptAround(text: string, offset: number, length: number): string {
  const lines = text.split('\n');
  const first = Math.max(1, text.slice(0, offset).split('\n').length - 4);
  const last = Math.min(lines.length, text.slice(0, offset + length).split('\n').length + 4);
  return numberLines(lines.slice(first - 1, last).join('\n'), first);
}

/** Shortens text to a number of bytes of UTF-8 and appends how much is missing. */
export function limitBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return `${kept}\n[${bytes.length - Buffer.byteLength(kept)} bytes omitted]`;
}
