/** Passes the SDK's requests from the pages on to the service, with the key that only this server has. */
import type { InputOf, Operation } from '@parlance/core-transport';
import { operations, type OperationId } from '@parlance/schemas';
import { schemas } from '@parlance/schemas/validation';
import { Hono, type Context, type HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod';
import type { Backend } from './backend.js';
import { requireValid } from './body.js';
import { clientOf } from './client-of.js';
import { queryOf } from './request-of.js';

/** What pages may request. Streams and downloads have routes of their own, and so has deleting chats, which must be deliberate. */
export const PASSED: readonly OperationId[] = [
  ...idsOf('messages.batches', 'create', 'list', 'retrieve', 'cancel', 'delete'),
  ...idsOf('messages', 'countTokens'),
  ...idsOf('models', 'list'),
  ...idsOf('agents', 'create', 'list', 'update', 'archive', 'listVersions'),
  ...idsOf('environments', 'create', 'list'),
  ...idsOf('sessions', 'create', 'list', 'retrieve', 'archive', 'delete'),
  ...idsOf('sessions.events', 'list', 'send'),
  ...idsOf('sessions.threads', 'archive'),
  ...idsOf('sessions.resources', 'add', 'update', 'delete'),
  ...idsOf('memoryStores', 'create', 'list', 'archive', 'delete'),
  ...idsOf('memoryStores.memories', 'create', 'list', 'retrieve', 'update', 'delete'),
  ...idsOf('vaults', 'create', 'list', 'archive', 'delete'),
  ...idsOf('vaults.credentials', 'create', 'list', 'update', 'validate', 'archive', 'delete'),
  ...idsOf('userProfiles', 'create', 'list', 'update', 'createEnrollmentUrl'),
  ...idsOf('organization', 'retrieve'),
  ...idsOf('users', 'list'),
  ...idsOf('invites', 'create', 'list'),
  ...idsOf('workspaces', 'create', 'list', 'archive'),
  ...idsOf('workspaces.members', 'list'),
  ...idsOf('usage', 'messages'),
  ...idsOf('cost', 'list'),
  ...idsOf('organizations', 'list', 'listUsers'),
  ...idsOf('projects', 'list'),
  ...idsOf('chats', 'list', 'messages'),
  ...idsOf('activities', 'list'),
];

type MethodOf<Resource extends string, Id = OperationId> = Id extends `${Resource}.${infer Method}`
  ? Method
  : never;

function idsOf<R extends string>(resource: R, ...methods: readonly MethodOf<R>[]): readonly OperationId[] {
  // The type of the methods leaves no other ids.
  return methods.map((method) => `${resource}.${method}` as OperationId);
}

/** Creates the app that pages use as the service. The clients of this server send the requests, with their retries and deadlines. */
export function passThrough({ parlance, inspector }: Backend): Hono {
  const app = new Hono();
  for (const id of PASSED) {
    // Which parts it has is only known at run time.
    const operation = operations[id] as AnyOperation;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(operation.method, path, async (context) => {
      requireScript(context.req);
      const input = await inputOf(operation, context);
      // The button Code asks for the calls by this name.
      const name = [id, ...Object.values(context.req.param())].join(' ');
      return inspector.runRoute(name, async () => {
        const { transport } = parlance[clientOf(operation)];
        const { signal } = context.req.raw;
        const { data, requestId } = await transport.call(operation, input, { signal }).withResponse();
        return context.json(data, 200, requestId === null ? {} : { 'request-id': requestId });
      });
    });
  }
  return app;
}

/** Rejects what a link or form of another site can send: only a script of this origin can set the header, as the SDK does. */
function requireScript(request: HonoRequest): void {
  if (request.header('vendor-version') === undefined)
    throw new HTTPException(403, { message: '403 Forbidden: the header vendor-version is missing' });
}

type AnyOperation = Operation<{ params: string; query: object; body: unknown; response: object }>;

async function inputOf(operation: AnyOperation, { req }: Context): Promise<InputOf<AnyOperation>> {
  const query = queryOf(new URL(req.url));
  const { query: known, body } = schemas[operation.id as OperationId] as Parts;
  return {
    params: req.param() as Readonly<Record<string, string>>,
    query: known === undefined ? query : typed(known, query),
    ...(body === undefined ? {} : { body: await bodyOf(operation.id, body, req) }),
  };
}

/** Reads a body. The client checks its fields too, but takes no other value than an object. */
async function bodyOf(id: string, schema: z.ZodType, request: HonoRequest): Promise<unknown> {
  const value = await jsonOf(request);
  requireValid(id, schema, value);
  return value;
}

interface Parts {
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}

/** Returns the parameters with their types. Those that look like numbers can be text, for example a cursor. */
function typed(schema: z.ZodType, query: object): object {
  const shape = ('shape' in schema ? schema.shape : {}) as Readonly<Record<string, z.ZodType | undefined>>;
  const fits = (name: string, value: unknown): boolean => shape[name]?.safeParse(value).success === true;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      !fits(name, value) && fits(name, String(value)) ? String(value) : (value as unknown),
    ]),
  );
}

async function jsonOf(request: HonoRequest): Promise<unknown> {
  if (!request.header('content-type')?.startsWith('application/json'))
    throw new HTTPException(400, { message: 'The request body must be JSON.' });
  try {
    return await request.json<unknown>();
  } catch {
    throw new HTTPException(400, { message: 'The request body is not valid JSON.' });
  }
}
