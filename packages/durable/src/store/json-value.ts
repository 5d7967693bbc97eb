/** A value that JSON can represent, which is what checkpoints, ledgers and jobs store. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };
