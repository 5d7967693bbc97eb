import { InvalidParamsError } from '@parlance/core-transport';
import { check } from '@parlance/schemas/validation';
import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono/validator';
import * as z from 'zod';

/**
 * Validates the JSON body of a route, which rejects other bodies with 400 and the fields that differ.
 *
 * @param schema - Schema of the body: one of the contract, extended or combined as the route needs.
 */
export function body<T extends object>(schema: z.ZodType<T>) {
  return validator('json', (value, { req }): T => {
    // Hono skips other content types. Requiring JSON also makes the browser ask before a cross-origin request.
    if (!req.header('content-type')?.startsWith('application/json'))
      throw new HTTPException(400, { message: 'The request body must be JSON.' });
    requireValid(req.path, schema, value);
    return value as T;
  });
}

/** Rejects a body that does not match its schema. `place` is the route or operation that it is for. */
export function requireValid(place: string, schema: z.ZodType, value: unknown): void {
  const issues = check(schema, value, { jitless: true });
  if (issues.length > 0) throw new InvalidParamsError(place, issues);
}

/** Schema of an ID. */
export const id: z.ZodString = z.string().min(1);

/** Schema of a body that identifies an object. */
export const byId = z.strictObject({ id });
