/** Commands to the default model, written in a user turn. */
import { isTooDeep } from '../engine/body.js';
import { isObject, parsedJson, type JsonObject } from '../input/json.js';
import type { ModelTurn } from './turns.js';

const COMMAND = /^\s*\/(?:tool|think|redact|long|refuse|pause)\b/;

/** A tool call requested by a user turn. */
export interface CommandedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Command of a user turn. */
export type Command =
  | { readonly kind: 'tool'; readonly calls: readonly CommandedCall[] }
  | { readonly kind: 'think' | 'redact'; readonly text: string }
  | { readonly kind: 'long'; readonly words: number }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'none' };

/** Maximum number of parallel calls. Calls run synchronously and can take 250 ms each. */
const MAX_CALLS = 100;
/** Maximum number of words for `/long`. */
const MAX_WORDS = 1_000_000;

/** Returns the text of a turn that may be a command: all of it, or the last block alone if only that begins with one. */
export function commandTextOf({ text, lastText = text }: Pick<ModelTurn, 'text' | 'lastText'>): string {
  return !COMMAND.test(text) && COMMAND.test(lastText) ? lastText : text;
}

/**
 * Parses the command of a user turn: `/tool NAME {json}`, `/think TEXT`, `/redact TEXT`, `/long N` or `/refuse`. Up to 100 `/tool` lines
 * are parallel calls. Anything else, including a command with invalid arguments, is ordinary text.
 *
 * @param text - Text of the user turn.
 */
export function readCommand(text: string): Command {
  const parts = /^\s*\/(tool|think|redact|long|refuse)(?:\s+([\s\S]*))?$/.exec(text);
  const rest = (parts?.[2] ?? '').trim();
  switch (parts?.[1]) {
    case 'tool':
      return readTool(rest);
    case 'think':
    case 'redact':
      return { kind: parts[1], text: rest };
    case 'long':
      return /^\d{1,7}$/.test(rest)
        ? { kind: 'long', words: Math.min(Number(rest), MAX_WORDS) }
        : { kind: 'none' };
    case 'refuse':
      return { kind: 'refuse' };
    default:
      return { kind: 'none' };
  }
}

function readTool(rest: string): Command {
  const whole = readCall(rest);
  if (whole !== undefined) return { kind: 'tool', calls: [whole] };
  const lines = rest.split(/\n[^\S\n]*\/tool\s+/);
  if (lines.length > MAX_CALLS) return { kind: 'none' };
  const calls = lines.map((line) => readCall(line.trim()));
  return calls.every((call) => call !== undefined) ? { kind: 'tool', calls } : { kind: 'none' };
}

function readCall(text: string): CommandedCall | undefined {
  const parts = /^(\S+)(?:\s+([\s\S]+))?$/.exec(text);
  if (parts === null) return undefined;
  const input = parts[2] === undefined ? {} : parseObject(parts[2]);
  return input === undefined ? undefined : { name: parts[1] as string, input };
}

function parseObject(text: string): JsonObject | undefined {
  const value = parsedJson(text);
  return isObject(value) && !isTooDeep(value) ? value : undefined;
}
