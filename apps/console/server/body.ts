import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono/validator';

/**
 * Reads the JSON body of a route. The types are those of the SDK, whose clients validate requests against the contract,
 * so the server does not check them a second time.
 */
export function body<T extends object>() {
  return validator('json', (value, { req }): T => {
    // Hono skips other content types. Requiring JSON also makes the browser ask before a cross-origin request.
    if (!req.header('content-type')?.startsWith('application/json'))
      throw new HTTPException(400, { message: 'The request body must be JSON.' });
    return value as T;
  });
}
