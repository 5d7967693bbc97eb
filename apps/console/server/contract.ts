import type { OperationId } from '@parlance/schemas';
import { check, schemas, type OperationSchemas } from '@parlance/schemas/validation';

/** A validation issue of a form field. */
export interface FieldIssue {
  /** Dotted path in the body, for example `mcp_servers.0.url`. */
  readonly path: string;
  /** What the schema requires. */
  readonly message: string;
}

/** The body of a form that has not been submitted yet. */
export interface DraftBody {
  readonly operation: OperationId;
  readonly body: unknown;
}

/** Calls that validate forms before they are submitted, with the same schemas that the clients use. */
export function contractCalls() {
  return {
    'contract.check': async ({ operation, body }: DraftBody): Promise<FieldIssue[]> => {
      const known = Object.hasOwn(schemas, operation)
        ? (schemas[operation] as OperationSchemas).body
        : undefined;
      if (known === undefined) return [];
      return check(known, body).map(({ path, message }) => ({ path, message }));
    },
  };
}
