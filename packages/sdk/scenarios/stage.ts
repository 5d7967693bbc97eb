/** Sets a stage over one of the transports. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { FetchAdapter } from '@parlance/core-transport';
import type { ClientOptions, HttpAdapter, Middleware } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { operations } from '@parlance/schemas';
import type { Operation } from '@parlance/schemas';
import { validator } from '@parlance/schemas/validation';
import { createFake } from '@parlance/testing-fakes';
import type { Stage } from './scenario.js';

/** Ways from the clients to the emulator; `named` is a socket between two that use a deployment's own words. */
export const TRANSPORTS = ['adapter', 'fetch', 'http', 'named'] as const;

/** One of {@link TRANSPORTS}. */
export type TransportName = (typeof TRANSPORTS)[number];

/** A stage, and what was asked of the service on it. */
export interface OpenStage extends AsyncDisposable {
  readonly stage: Stage;
  /** Ids of the operations requested so far. */
  readonly requested: ReadonlySet<string>;
}

/** Opens a stage with its own emulator. */
export async function openStage(transport: TransportName): Promise<OpenStage> {
  const naming =
    transport === 'named' ? { vendor: 'acme', assistant: 'robin', githost: 'gitbox' } : undefined;
  const fake = createFake({ seed: 'demo', checkAnswers: true, naming });
  if (transport === 'http' || transport === 'named') await fake.listen();
  const requested = new Set<string>();
  const options: ClientOptions = {
    baseUrl: fake.url,
    ...httpOf(transport, fake),
    naming,
    validation: validator({ requests: 'throw', responses: 'throw' }),
    middleware: [recording(requested)],
  };
  const stage = {
    inference: new InferenceClient({ ...options, apiKey: fake.keys.api }),
    managedAgents: new ManagedAgentsClient({ ...options, apiKey: fake.keys.api }),
    compliance: new ComplianceClient({ ...options, complianceKey: fake.keys.compliance }),
    admin: new AdminClient({ ...options, adminKey: fake.keys.admin }),
  };
  return {
    stage,
    requested,
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(stage).map((client) => client.close()));
      await fake.close();
    },
  };
}

function httpOf(transport: TransportName, fake: ReturnType<typeof createFake>): { http?: HttpAdapter } {
  if (transport === 'adapter') return { http: fake.http() };
  return transport === 'fetch' ? { http: new FetchAdapter({ fetch: fake.fetch }) } : {};
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
