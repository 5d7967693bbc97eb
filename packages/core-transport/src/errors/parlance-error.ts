export { ParlanceError } from '@parlance/schemas/kit';

/** Defines a non-enumerable property, which is not printed with the error. */
export function hide(error: object, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, enumerable: false, writable: true, configurable: true });
}

/** Copies the name, message and code of an error, so that it is safe to show as a cause. */
export function safeCause(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  const copy: Error & { code?: string } = new Error(error.message);
  Object.defineProperty(copy, 'name', { value: error.name, configurable: true });
  if (typeof code === 'string') copy.code = code;
  delete copy.stack;
  return copy;
}
