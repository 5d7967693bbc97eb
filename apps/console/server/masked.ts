/** Copies values for display: without secrets, and bounded. */
import type { Operation } from '@parlance/core-transport';

const LONGEST_TEXT = 8_000;
const LONGEST_LIST = 50;
const DEEPEST = 32;

/** A copy of a value for display. */
export interface Masked {
  readonly value: unknown;
  /** Whether nothing was shortened or left out, apart from secrets. */
  readonly isComplete: boolean;
  /** The secrets that were left out. */
  readonly secrets: readonly string[];
}

/** Copies a request or response. What the operation marks as a secret becomes `[secret]`, and long values are shortened. */
export function masked(operation: Operation, value: unknown): Masked {
  const secrets: string[] = [];
  let isComplete = true;
  const shorten = (text: string): string => {
    isComplete = false;
    return text;
  };
  const copy = (item: unknown, paths: readonly string[][], depth: number): unknown => {
    if (paths.some((path) => path.length === 0) && item != null) {
      secrets.push(...textsIn(item));
      return '[secret]';
    }
    if (typeof item === 'string' && item.length > LONGEST_TEXT)
      return shorten(`${item.slice(0, LONGEST_TEXT)}… [${item.length} characters]`);
    if (typeof item !== 'object' || item === null) return item;
    if (item instanceof Uint8Array) return shorten(`[${item.byteLength} bytes]`);
    if (item instanceof Blob) return shorten(`[${item.size} bytes]`);
    if (depth === DEEPEST) return shorten('[nested too deeply]');
    const member = (key: string, child: unknown): unknown => copy(child, below(paths, key), depth + 1);
    if (!Array.isArray(item))
      return Object.fromEntries(Object.entries(item).map(([key, child]) => [key, member(key, child)]));
    const list = item.slice(0, LONGEST_LIST).map((child, index) => member(String(index), child));
    return item.length > list.length ? [...list, shorten(`… ${item.length - list.length} more`)] : list;
  };
  const paths = (operation.secrets ?? []).map((path) => path.split('.'));
  return { value: copy(value, paths, 0), isComplete, secrets };
}

function below(paths: readonly string[][], key: string): string[][] {
  return paths.filter(([head]) => head === '*' || head === key).map((path) => path.slice(1));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns headers without the values of those that can hold a credential. */
export function withoutCredentials(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isCredential = (name: string): boolean => /auth|key|token|secret|cookie/.test(name);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isCredential(name) ? '[hidden]' : value]),
  );
}
