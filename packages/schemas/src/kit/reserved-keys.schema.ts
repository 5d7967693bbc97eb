/** Keys in user-defined maps that are reserved for the vendor. */
import * as z from 'zod';
// Not `z.core`: a bundler would keep all of zod, with the messages of 50 languages, for a value of that namespace.
import { $constructor, $ZodType } from 'zod/v4/core';
import type { Naming } from './naming.js';

/** Context that `check()` passes through zod to each schema. */
export interface ContractContext extends z.core.ParseContext<z.core.$ZodIssue> {
  /** Names of the deployment. Default: the documented names. */
  readonly naming?: Naming | undefined;
}

interface ReservedKeysDef extends z.core.$ZodTypeDef {
  readonly type: 'custom';
  readonly rule: string;
}

interface ReservedKeys extends z.core.$ZodType {
  _zod: z.core.$ZodTypeInternals & { readonly def: ReservedKeysDef };
}

/** A type of schema, because only these receive the context. */
const ReservedKeys: z.core.$constructor<ReservedKeys> = $constructor('ReservedKeys', (schema, def) => {
  $ZodType.init(schema, def);
  schema._zod.parse = (payload, context) => {
    if (typeof payload.value !== 'object' || payload.value === null) return payload;
    const reserved = (context as ContractContext).naming?.vendor ?? 'vendor';
    for (const [key, input] of Object.entries(payload.value)) {
      if (!key.startsWith(reserved)) continue;
      const message = `must not start with ${reserved}`;
      payload.issues.push({ code: 'custom', rule: def.rule, message, path: [key], input });
    }
    return payload;
  };
});

/**
 * Rejects keys that start with the vendor's name: the deployment's own if `check()` received a naming, else the
 * documented one.
 *
 * @param rule - Id of the rule.
 * @param map - Schema of the map.
 */
export function withoutReservedKeys<T extends Record<string, unknown>>(
  rule: string,
  map: z.ZodType<T, T>,
): z.ZodType<T, T> {
  const checked = new ReservedKeys({ type: 'custom', rule }) as z.core.$ZodType<T, T>;
  return z.pipe(checked, map) as unknown as z.ZodType<T, T>;
}
