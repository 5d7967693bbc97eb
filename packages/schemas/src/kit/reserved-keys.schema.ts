/** Keys in user-defined maps that are reserved for the vendor. */
import type * as z from 'zod';
import type { Naming } from './naming.js';

/** Context that `check()` passes through zod to each schema. */
export interface ContractContext extends z.core.ParseContext<z.core.$ZodIssue> {
  /** Names of the deployment. Default: the documented names. */
  readonly naming?: Naming | undefined;
}

/**
 * Rejects keys that start with the vendor's name: the deployment's own if `check()` received a naming, else the
 * documented one.
 *
 * @param rule - Id of the rule.
 * @param map - Schema of the map. A copy is returned.
 */
export function withoutReservedKeys<S extends z.ZodType<Record<string, unknown>>>(rule: string, map: S): S {
  const copy = map.clone() as S;
  copy._zod.run = (payload, context) => {
    const result = map._zod.run(payload, context) as z.core.ParsePayload<Record<string, unknown>>;
    if (result.issues.length > 0) return result;
    const reserved = (context as ContractContext).naming?.vendor ?? 'vendor';
    for (const [key, input] of Object.entries(result.value)) {
      if (!key.startsWith(reserved)) continue;
      const message = `must not start with ${reserved}`;
      result.issues.push({ code: 'custom', rule, message, path: [key], input, continue: true });
    }
    return result;
  };
  return copy;
}
