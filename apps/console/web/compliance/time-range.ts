import type { Span } from './activity-log.js';

/** Returns the range after a key press, or undefined for keys without a meaning. */
export function spanAfter(key: string, span: Span | undefined): Span | 'all' | undefined {
  if (key === 'Escape' || key === '0') return 'all';
  if (span === undefined) return undefined;
  const tenth = (span.to - span.from) / 10;
  switch (key) {
    case 'ArrowLeft':
      return { from: span.from - tenth, to: span.to - tenth };
    case 'ArrowRight':
      return { from: span.from + tenth, to: span.to + tenth };
    case '+':
    case 'ArrowUp':
      return { from: span.from + 2 * tenth, to: span.to - 2 * tenth };
    case '-':
    case 'ArrowDown':
      return { from: span.from - 3 * tenth, to: span.to + 3 * tenth };
    default:
      return undefined;
  }
}

/** Returns the part of a range that has activities, in whole seconds. Undefined if it has all of them. */
export function within({ from, to }: Span, all: Span | undefined): Span | undefined {
  if (all === undefined || (from <= all.from && to >= all.to)) return undefined;
  const start = Math.floor(Math.max(from, all.from));
  return { from: start, to: Math.max(start + 1, Math.ceil(Math.min(to, all.to))) };
}
