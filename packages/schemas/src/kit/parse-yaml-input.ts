/** Validates YAML and JSON that people write, with the line and column of each issue. */
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type YAMLError,
} from 'yaml';
import type * as z from 'zod';
import { InputError, parseInput } from './parse-input.js';

/** A document that was read. */
export interface YamlInput<T> {
  /** Output of the schema. */
  readonly value: T;
  /** Returns where a path such as `users.3.role` is in the text, as `line 7, column 5`. */
  readonly placeOf: (path: string) => string;
}

/**
 * Parses and validates text in YAML or JSON.
 *
 * @param text - Content of a file.
 * @param schema - Schema of the content.
 * @throws {InputError} When it is invalid; lists all issues, each with its line and column.
 */
export function parseYamlInput<T>(text: string, schema: z.ZodType<T>): YamlInput<T> {
  const lines = new LineCounter();
  // JSON is valid YAML.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [problem = repeatedKeyIn(document)] = document.errors;
  if (problem !== undefined)
    throw new InputError([{ path: placeAt(lines, problem.pos[0]), message: problem.message }]);
  const placeOf = (path: string): string => placeAt(lines, offsetOf(document.contents, path));
  try {
    return { value: parseInput(schema, valueOf(document)), placeOf };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.issues.map(({ path, message }) => {
        const place = placeOf(path);
        return { path: path === '' ? place : `${place}: ${path}`, message };
      }),
    );
  }
}

/** Finds a key that a map has twice. The parser compares each key with all others, which takes minutes for a large map. */
function repeatedKeyIn(document: Document): Pick<YAMLError, 'pos' | 'message'> | undefined {
  let repeated: Pick<YAMLError, 'pos' | 'message'> | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (known.has(key.value)) repeated ??= { pos: [at, at], message: 'Map keys must be unique' };
        known.add(key.value);
      }
    },
  });
  return repeated;
}

/** Converts a document. An alias may refer to another one, but not so often that the result outgrows the file. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new InputError([{ path: '', message: error instanceof Error ? error.message : String(error) }]);
  }
}

function placeAt(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `line ${Math.max(line, 1)}, column ${Math.max(col, 1)}`;
}

/** Returns the offset of the innermost node on a path. Keys may contain dots, so the longest one that fits is taken. */
function offsetOf(root: Node | null, path: string): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  let rest = path;
  while (rest !== '') {
    const step = stepInto(node, rest);
    if (step === undefined) break;
    ({ node, rest } = step);
    offset = step.offset ?? offset;
  }
  return offset;
}

interface Step {
  readonly node: unknown;
  readonly rest: string;
  readonly offset: number | undefined;
}

function stepInto(node: unknown, path: string): Step | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  const entries = isMap(node)
    ? node.items.map(({ key, value }) => [String(key), value, key] as const)
    : node.items.map((item, index) => [String(index), item, item] as const);
  const fitting = entries.filter(([key]) => path === key || path.startsWith(`${key}.`));
  const found = fitting.toSorted(([left], [right]) => right.length - left.length)[0];
  if (found === undefined) return undefined;
  const [key, value, at] = found;
  return { node: value, rest: path.slice(key.length + 1), offset: (at as Node | null)?.range?.[0] };
}
