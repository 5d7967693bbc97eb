import type * as z from 'zod';

/**
 * Schemas for all keys of an interface: `z.strictObject({ ... } satisfies Fields<Fault>)` does not compile when a key is
 * missing, unknown, or of the wrong type.
 */
export type Fields<T> = { readonly [Key in keyof T]-?: z.ZodType<T[Key]> };
