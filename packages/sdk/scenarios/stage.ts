/** Sets a stage over one of the transports. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { FetchAdapter } from '@parlance/core-transport';
import type { ClientOptions, HttpAdapter, Middleware } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { operations } from '@parlance/schemas';
import type { Operation, Validator } from '@parlance/schemas';
import { validator } from '@parlance/schemas/validation';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { openWorldFile } from '@parlance/testing-fakes/file';
import type { Stage } from './scenario.js';

/**
 * Ways from the clients to a service. `named` is a socket between two that use a deployment's own words; `file` is a
 * socket to an emulator that keeps its worlds in a file; `sparse` is an emulator that leaves nulls out of its responses;
 * `live` is any service, named by the environment.
 */
export const TRANSPORTS = ['adapter', 'fetch', 'http', 'named', 'file', 'sparse', 'live'] as const;

const IN_PROCESS: ReadonlySet<string> = new Set(['adapter', 'fetch', 'sparse']);

/** One of {@link TRANSPORTS}. */
export type TransportName = (typeof TRANSPORTS)[number];

/** A stage, and what was asked of the service on it. */
export interface OpenStage extends AsyncDisposable {
  readonly stage: Stage;
  /** Ids of the operations requested so far. */
  readonly requested: ReadonlySet<string>;
}

/** Where the clients connect to, and what they say there. */
interface Place extends AsyncDisposable {
  readonly options: ClientOptions;
  readonly keys: { readonly api: string; readonly admin: string; readonly compliance: string };
}

/**
 * Opens a stage: with its own emulator, or, for `live`, at the service that the environment names.
 *
 * @param transport - Way to the service.
 * @param validation - Checks requests and responses. By default any difference from the contract throws.
 */
export async function openStage(
  transport: TransportName,
  validation: Validator = validator({ requests: 'throw', responses: 'throw' }),
): Promise<OpenStage> {
  const place = transport === 'live' ? livePlace(process.env) : await emulator(transport);
  const requested = new Set<string>();
  const options: ClientOptions = {
    ...place.options,
    validation,
    middleware: [recording(requested)],
  };
  const { api, admin, compliance } = place.keys;
  const stage = {
    word: randomUUID().slice(0, 8),
    inference: new InferenceClient({ ...options, apiKey: api }),
    managedAgents: new ManagedAgentsClient({ ...options, apiKey: api }),
    compliance: new ComplianceClient({ ...options, complianceKey: compliance }),
    admin: new AdminClient({ ...options, adminKey: admin }),
  };
  return {
    stage,
    requested,
    async [Symbol.asyncDispose]() {
      const { inference, managedAgents, compliance, admin } = stage;
      for (const client of [inference, managedAgents, compliance, admin]) await client.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function emulator(transport: Exclude<TransportName, 'live'>): Promise<Place> {
  const naming =
    transport === 'named' ? { vendor: 'acme', assistant: 'robin', githost: 'gitbox' } : undefined;
  const folder = transport === 'file' ? await mkdtemp(join(tmpdir(), 'parlance-scenario-')) : undefined;
  const store = folder === undefined ? undefined : await openWorldFile(join(folder, 'worlds.db'));
  const nulls = transport === 'sparse' ? 'omitted' : 'sent';
  const fake = createFake({ seed: 'demo', checkResponses: true, naming, store, nulls });
  if (!IN_PROCESS.has(transport)) await fake.listen();
  return {
    options: { baseUrl: fake.url, ...httpOf(transport, fake), naming },
    keys: fake.keys,
    async [Symbol.asyncDispose]() {
      await fake.close();
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
}

/** The service that the environment names; the clients themselves read its words from `PARLANCE_NAMING`. */
function livePlace(environment: NodeJS.ProcessEnv): Place {
  const names = ['PARLANCE_BASE_URL', 'PARLANCE_API_KEY', 'PARLANCE_ADMIN_KEY', 'PARLANCE_COMPLIANCE_KEY'];
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0)
    throw new Error(`The transport live needs ${missing.join(', ')} in the environment.`);
  const [baseUrl, api, admin, compliance] = names.map((name) => environment[name] as string) as [
    string,
    string,
    string,
    string,
  ];
  return {
    options: { baseUrl },
    keys: { api, admin, compliance },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function httpOf(transport: TransportName, fake: Fake): { http?: HttpAdapter } {
  if (!IN_PROCESS.has(transport)) return {};
  return { http: transport === 'fetch' ? new FetchAdapter({ fetch: fake.fetch }) : fake.http() };
}

/** Notes which operation each request is, by its method and path. */
function recording(requested: Set<string>): Middleware {
  return (next) => (request) => {
    const path = request.path.split('?')[0] as string;
    for (const operation of Object.values(operations as Record<string, Operation>)) {
      if (operation.method === request.method && matches(operation.path, path)) requested.add(operation.id);
    }
    return next(request);
  };
}

function matches(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith('{') || segment === given[index])
  );
}
