/** Finds the lines of a configuration file that errors refer to. */
import { pathToFileURL } from 'node:url';
import type { InputIssue } from '@parlance/schemas/validation/kit';

/** Returns the line of a file that a stack trace names first; undefined if it names none. */
export function lineOfError(file: string, error: unknown): number | undefined {
  const { stack = '' } = error as { stack?: string };
  // Modules are named by their URLs, and syntax errors by their paths.
  for (const name of [pathToFileURL(file).href, file]) {
    const at = stack.indexOf(`${name}:`);
    const line = at === -1 ? Number.NaN : Number.parseInt(stack.slice(at + name.length + 1), 10);
    if (!Number.isNaN(line)) return line;
  }
  return undefined;
}

/** Returns the line of the position that a JSON syntax error names. */
export function lineOfPosition(text: string, error: unknown): number | undefined {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1];
  return position === undefined ? text.split('\n').length : lineAt(text, Number(position));
}

/** Returns the line of the key that an issue is about, if the key occurs once in the file. */
export function lineOfKey(text: string, issue: InputIssue | undefined): number | undefined {
  // Unknown keys are in the message, because their path is that of the object.
  const unknown = /^unknown key (".*?")/.exec(issue?.message ?? '')?.[1];
  const key = unknown === undefined ? issue?.path.split('.').at(-1) : (JSON.parse(unknown) as string);
  if (key === undefined || !/^\w+$/.test(key)) return undefined;
  const places = [...text.matchAll(new RegExp(`\\b${key}\\b["']?\\s*[:,(]`, 'g'))];
  return places.length === 1 ? lineAt(text, places[0]?.index ?? 0) : undefined;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
