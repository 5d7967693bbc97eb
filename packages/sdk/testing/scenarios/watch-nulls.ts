/** Reports the nulls in responses of an emulator that omits them. */
import type { Validator } from '@parlance/schemas';

/** A validator that also examines what it validates, and what it found. */
export interface NullWatch {
  /** Place of each null. */
  readonly leaks: readonly string[];
  watch(validation: Validator): Validator;
}

/** Creates a watch for the members of responses and events that are null. */
export function watchNulls(): NullWatch {
  const leaks: string[] = [];
  return {
    leaks,
    watch: (validation) => ({
      ...validation,
      checkResponse(operation, response) {
        leaks.push(...nullsIn(response, operation.id));
        return validation.checkResponse(operation, response);
      },
      checkEvent(operation, event) {
        leaks.push(...nullsIn(event, `a stream of ${operation.id}`));
        return validation.checkEvent(operation, event);
      },
    }),
  };
}

/** Returns the paths of the members that are null. A response that is null as a whole has none. */
function nullsIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    member === null ? [`${path}.${name}`] : nullsIn(member, `${path}.${name}`),
  );
}
