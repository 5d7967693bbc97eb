import type * as z from 'zod';

/**
 * A schema for each key of an interface: `z.strictObject({ ... } satisfies Fields<Fault>)` does not compile when a key is
 * missing, is not one of the interface, or has the wrong type.
 */
export type Fields<T> = { readonly [Key in keyof T]-?: z.ZodType<T[Key]> };
