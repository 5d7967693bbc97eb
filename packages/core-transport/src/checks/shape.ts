/** Checks values from outside, such as replies and stored checkpoints, by the shape of the members that are read. */
import type { JsonShape } from '@parlance/schemas/kit';

/**
 * Returns the first place of a value that differs from a shape, for example `content.0.type`; undefined if there is none.
 *
 * @param value - The value. Members that the shape does not name are not checked.
 * @param shape - See {@link JsonShape}.
 * @param path - Path of the value; empty for the outermost one.
 */
export function misfit(value: unknown, shape: JsonShape, path = ''): string | undefined {
  if (typeof shape !== 'object')
    return typeof value === typeof shape && !Number.isNaN(value) ? undefined : path;
  const isList = Array.isArray(shape);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) return path;
  for (const key of Object.keys(isList ? value : shape)) {
    const name = isList ? key : key.replace('?', '');
    const member = (value as Readonly<Record<string, unknown>>)[name];
    const inner = (shape as Readonly<Record<string, JsonShape>>)[isList ? 0 : key] as JsonShape;
    if (member == null && name !== key) continue;
    const place = misfit(member, inner, path === '' ? name : `${path}.${name}`);
    if (place !== undefined) return place;
  }
  return undefined;
}
