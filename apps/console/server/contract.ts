import type { OperationId } from '@parlance/schemas';
import { check, schemas, type OperationSchemas } from '@parlance/schemas/validation';

/** A field of a form that breaks the contract. */
export interface FieldIssue {
  /** Dotted path in the body, for example `mcp_servers.0.url`. */
  readonly path: string;
  /** What the contract asks. */
  readonly message: string;
}

/** A body that is being typed. */
export interface Typed {
  readonly operation: OperationId;
  readonly body: unknown;
}

/** Tells what is wrong with a form before it is sent: the same schemas that the client holds the request against. */
export function contractCalls() {
  return {
    'contract.check': async ({ operation, body }: Typed): Promise<FieldIssue[]> => {
      const known = Object.hasOwn(schemas, operation)
        ? (schemas[operation] as OperationSchemas).body
        : undefined;
      if (known === undefined) return [];
      return check(known, body).map(({ path, message }) => ({ path, message }));
    },
  };
}
