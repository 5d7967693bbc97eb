import type { OperationId } from '@parlance/schemas';
import { check, schemas, type OperationSchemas } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import { body } from './body.js';

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

/** Route that validates forms before they are submitted, with the same schemas that the clients use. */
export function contractRoutes() {
  return new Hono().post('/check', body<DraftBody>(), (c) => {
    const { operation, body: draft } = c.req.valid('json');
    const known = Object.hasOwn(schemas, operation)
      ? (schemas[operation] as OperationSchemas).body
      : undefined;
    const issues = known === undefined ? [] : check(known, draft);
    return c.json(issues.map(({ path, message }): FieldIssue => ({ path, message })));
  });
}
