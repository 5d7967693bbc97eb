/** Lists in statements. A database prepares and keeps a statement for each length, so there are few: powers of two. */

/** Repeats the last value of a list for `in`, where a value may occur twice. */
export function padded<Value>(values: readonly Value[]): Value[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  const last = values.slice(-1);
  return [...values, ...Array.from({ length: length - values.length }).flatMap(() => last)];
}

/** A statement has at most some ten thousand parameters. */
const LARGEST_PART = 512;

/** Divides rows that are inserted into parts, the largest first. */
export function inParts<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length;) {
    const length = Math.min(LARGEST_PART, 2 ** Math.floor(Math.log2(rows.length - start)));
    parts.push(rows.slice(start, start + length));
    start += length;
  }
  return parts;
}
