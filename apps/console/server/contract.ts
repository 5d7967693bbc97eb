import type { OperationId } from '@parlance/schemas';
import { check, schemas, type OperationSchemas } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import { body } from './body.js';

/** A validation issue of a form field. */
export interface FieldIssue {
  /** Dotted path in the body, for example `mcp_servers.0.url`. */
  readonly path: string;
  /** What the schema requires. */
  readonly message: string;
}

/** The body of a form that has not been submitted yet. */
const draftBody = z.strictObject({
  operation: z.enum(Object.keys(schemas) as OperationId[]),
  body: z.unknown(),
});

/** Route that validates forms before they are submitted, with the same schemas that the clients use. */
export function contractRoutes() {
  return new Hono().post('/check', body(draftBody), (c) => {
    const { operation, body: draft } = c.req.valid('json');
    const known = (schemas[operation] as OperationSchemas).body;
    const issues = known === undefined ? [] : check(known, draft);
    return c.json(issues.map(({ path, message }): FieldIssue => ({ path, message })));
  });
}
