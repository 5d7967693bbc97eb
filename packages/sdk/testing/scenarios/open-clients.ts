/** Opens emulators and clients over the transports. */
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
import { type Deployment, NAMES, openDeployment } from './deployment.js';
import { watchNulls } from './watch-nulls.js';
import type { Clients } from './scenario.js';

/**
 * Transports between the clients and a service. `named` is a socket to an emulator with the names of a deployment,
 * `file` a socket to an emulator that stores its worlds in a file, `sparse` an emulator that omits nulls from its
 * responses, `deployment` a service whose names are translated without the clients' code, and `live` the service that
 * the environment variables select.
 */
export const TRANSPORTS = [
  'adapter',
  'fetch',
  'http',
  'named',
  'file',
  'sparse',
  'deployment',
  'live',
] as const;

const IN_PROCESS: ReadonlySet<string> = new Set(['adapter', 'fetch', 'sparse', 'deployment']);

/** One of {@link TRANSPORTS}. */
export type TransportName = (typeof TRANSPORTS)[number];

/** Clients, and the operations that they requested. */
export interface OpenClients extends AsyncDisposable {
  readonly clients: Clients;
  /** Ids of the operations requested so far. */
  readonly requested: ReadonlySet<string>;
  /** Words in the wrong spelling that the clients sent or showed with `deployment`, and nulls in responses with `sparse`. */
  readonly leaks: readonly string[];
}

/** A service: options and keys for its clients. */
export interface Place extends AsyncDisposable {
  readonly options: ClientOptions;
  /** Examines the exchanges with `deployment` and `sparse`. */
  readonly watch?: Pick<Deployment, 'leaks' | 'watch'> | undefined;
  readonly keys: { readonly api: string; readonly admin: string; readonly compliance: string };
}

/** Starts an emulator or, for `live`, uses the service that the environment variables select. */
export async function openPlace(transport: TransportName): Promise<Place> {
  return transport === 'live' ? livePlace(process.env) : emulator(transport);
}

/**
 * Creates the clients of a scenario.
 *
 * @param place - The service.
 * @param validation - Validates requests and responses. By default any violation of the contract throws.
 */
export function openClients(
  place: Place,
  validation: Validator = validator({ requests: 'throw', responses: 'throw' }),
): OpenClients {
  const leaksBefore = place.watch?.leaks.length;
  const requested = new Set<string>();
  const options: ClientOptions = {
    ...place.options,
    validation: place.watch?.watch(validation) ?? validation,
    middleware: [recording(requested)],
  };
  const { api, admin, compliance } = place.keys;
  const clients = {
    word: randomUUID().slice(0, 8),
    inference: new InferenceClient({ ...options, apiKey: api }),
    managedAgents: new ManagedAgentsClient({ ...options, apiKey: api }),
    compliance: new ComplianceClient({ ...options, complianceKey: compliance }),
    admin: new AdminClient({ ...options, adminKey: admin }),
  };
  return {
    clients,
    requested,
    get leaks() {
      return place.watch?.leaks.slice(leaksBefore) ?? [];
    },
    async [Symbol.asyncDispose]() {
      const { inference, managedAgents, compliance, admin } = clients;
      for (const client of [inference, managedAgents, compliance, admin]) await client.close();
    },
  };
}

async function emulator(transport: Exclude<TransportName, 'live'>): Promise<Place> {
  const naming = transport === 'named' ? NAMES : undefined;
  const folder = transport === 'file' ? await mkdtemp(join(tmpdir(), 'parlance-scenario-')) : undefined;
  const store = folder === undefined ? undefined : await openWorldFile(join(folder, 'worlds.db'));
  const nulls = transport === 'sparse' ? 'omitted' : 'sent';
  const fake = createFake({ seed: 'demo', checkResponses: true, naming, store, nulls });
  if (!IN_PROCESS.has(transport)) await fake.listen();
  const deployment = transport === 'deployment' ? openDeployment(fake.fetch) : undefined;
  return {
    options:
      deployment === undefined
        ? { baseUrl: fake.url, ...httpOf(transport, fake), naming }
        : { baseUrl: fake.url, http: new FetchAdapter({ fetch: deployment.fetch }), naming: NAMES },
    watch: transport === 'sparse' ? watchNulls() : deployment,
    keys: fake.keys,
    async [Symbol.asyncDispose]() {
      await fake.close();
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
}

/** The service that the environment variables select. The clients read `PARLANCE_NAMING` themselves. */
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

/** Records the operation of each request, by its method and path. */
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
  const segments = path.split('/');
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}
