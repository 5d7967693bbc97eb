/**
 * Returns the canonical JSON of a value (RFC 8785): no white space, and the members of objects sorted by the UTF-16 code units of their names.
 *
 * The service may return text with half of a surrogate pair, for example in a title that was cut. RFC 8785 has no form for such text; it
 * is escaped here as `JSON.stringify` does, so that a record with it can be archived and has a digest of its own.
 *
 * @param value - A value that `JSON.parse` could return. Members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const object = value as Readonly<Record<string, unknown>>;
  const members: string[] = [];
  for (const name of Object.keys(object).sort())
    if (object[name] !== undefined) members.push(`${JSON.stringify(name)}:${canonicalJson(object[name])}`);
  return `{${members.join(',')}}`;
}
