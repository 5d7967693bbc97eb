import type { Operation } from '@parlance/schemas/kit';

const LONGEST_SHOWN = 200;
/** Nesting that is shown. A recursive copy of an arbitrarily deep body could overflow the stack. */
const DEEPEST_SHOWN = 32;

/** The remaining masked paths below a value. */
interface Position {
  readonly secrets: readonly string[][];
  readonly content: readonly string[][];
  readonly depth: number;
}

/**
 * Copies a value for the log. Its structure is preserved up to 32 levels; secrets become `[secret]`; strings within content, and long
 * strings anywhere, are replaced by their length. The operation marks secrets and content.
 */
export function mask(operation: Operation, value: unknown): unknown {
  return masked(
    value,
    { secrets: split(operation.secrets), content: split(operation.content), depth: 0 },
    false,
  );
}

function split(paths: readonly string[] | undefined): string[][] {
  return (paths ?? []).map((path) => path.split('.'));
}

function masked(value: unknown, at: Position, inContent: boolean): unknown {
  if (typeof value === 'string')
    return inContent || value.length > LONGEST_SHOWN ? `[${value.length} characters]` : value;
  if (value instanceof Uint8Array || (typeof Blob === 'function' && value instanceof Blob)) return '[bytes]';
  if (typeof value !== 'object' || value === null)
    return inContent && typeof value === 'number' ? '[number]' : value;
  if (at.depth === DEEPEST_SHOWN) return `[nested deeper than ${DEEPEST_SHOWN} levels]`;
  if (Array.isArray(value)) return value.map((item, index) => member(String(index), item, [at, inContent]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, member(key, item, [at, inContent])]),
  );
}

function member(key: string, value: unknown, [at, inContent]: readonly [Position, boolean]): unknown {
  const secrets = step(at.secrets, key);
  if (secrets.some((path) => path.length === 0)) return '[secret]';
  const content = step(at.content, key);
  return masked(
    value,
    { secrets, content, depth: at.depth + 1 },
    inContent || content.some((path) => path.length === 0),
  );
}

function step(paths: readonly string[][], key: string): string[][] {
  return paths.filter(([head]) => head === '*' || head === key).map((path) => path.slice(1));
}
