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
  if (typeof shape !== 'object') return typeof value === typeof shape ? undefined : path;
  const isList = Array.isArray(shape);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) return path;
  for (const key of Object.keys(isList ? value : shape)) {
    const name = key.replace('?', '');
    const inner = (shape as Members)[isList ? 0 : key] as Members;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member == null && name !== key) continue;
    const place =
      key === '='
        ? misfit(value, ofType(inner, value), path)
        : misfit(member, inner, path + (path && '.') + name);
    if (place !== undefined) return place;
  }
  return undefined;
}

type Members = Readonly<Record<string, JsonShape>>;

function ofType(shapes: Members, { type }: { readonly type?: unknown }): JsonShape {
  // Not a member that every object inherits, such as `constructor`.
  return typeof type === 'string' && Object.hasOwn(shapes, type) ? (shapes[type] as JsonShape) : {};
}
