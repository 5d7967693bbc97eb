/** An organization with a store, whose requests can end a run at any of them. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import type { HttpRequest, HttpResponse } from '@parlance/core-transport';
import { openStore, type Store } from '@parlance/durable';
import { createFake, type Fake, type FakeOptions, type ScenarioRecords } from '@parlance/testing-fakes';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { onTestFinished } from 'vitest';
import { openSimulatedStore, SimulatedDatabase } from '@parlance/testing/simulated-store';
import type { DesiredState } from '../desired-state.js';
import { planOrganization, type PlanOrganizationOptions } from '../plan-organization.js';
import type { OrganizationPlan } from '../plan.js';

/** What {@link organizationWorld} creates. */
export interface OrganizationWorld {
  readonly fake: Fake;
  readonly admin: AdminClient;
  readonly compliance: ComplianceClient;
  store: Store;
  /** Folder for files. */
  readonly dir: string;
  /** Requests that changed something, in their order, as `DELETE /v1/organizations/users/user`. */
  readonly writes: string[];
  /** Number of steps: requests, and statements of a simulated store. */
  steps: number;
  /** Number of steps after which nothing is sent any more, as if the process had ended. The last one may take effect or not. */
  crash: { readonly at: number; readonly isSent: boolean } | null;
  plan(desired: DesiredState, options?: Partial<PlanOrganizationOptions>): Promise<OrganizationPlan>;
  /** Called when the test ends, unless it was called before. */
  close(): Promise<void>;
}

/** Creates an organization: the emulator's empty one has one admin, `records` adds to it. */
export async function organizationWorld(
  records: ScenarioRecords = {},
  options: FakeOptions = {},
): Promise<OrganizationWorld> {
  const fake = createFake({
    checkResponses: true,
    clock: { mode: 'running' },
    scenario: { records },
    ...options,
  });
  const folder = await temporaryFolder();
  const url = process.env['PARLANCE_TEST_POSTGRES'] ?? 'sqlite::memory:';
  const store = await openStore(url, { schema: `test_${Math.random().toString(36).slice(2)}` });
  const http = fake.http();
  let isClosed = false;
  const world: OrganizationWorld = {
    fake,
    admin: new AdminClient({
      baseUrl: fake.url,
      adminKey: fake.keys.admin,
      retry: { maxRetries: 0 },
      http,
      middleware: [(next) => (request) => sendUnlessCrashed(world, () => next(request), request)],
    }),
    compliance: new ComplianceClient({ baseUrl: fake.url, complianceKey: fake.keys.compliance, http }),
    store,
    dir: folder.path,
    writes: [],
    steps: 0,
    crash: null,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await store.close();
      await Promise.all([world.admin.close(), world.compliance.close(), fake.close()]);
      await folder[Symbol.asyncDispose]();
    },
    plan: (desired, more) => planOrganization({ admin: world.admin, desired, ...more }),
  };
  onTestFinished(() => world.close());
  return world;
}

/** Returns a function that starts another process: it has a connection of its own to a database where each statement is a step. */
export function simulatedProcesses(world: OrganizationWorld): () => Promise<void> {
  const database = new SimulatedDatabase();
  // No process has such an id, so that a lease ends with the process that has it.
  let pid = 2 ** 30;
  let disconnect = (): void => {};
  return async () => {
    disconnect();
    pid += 2;
    world.crash = null;
    const process = await openSimulatedStore(database, {
      pid,
      now: () => Date.now(),
      step: async (phase) => step(world, phase),
      wait: () => Promise.resolve(),
      isRunning: () => true,
      onWrite: () => {},
    });
    ({ disconnect } = process);
    world.store = process.store;
    world.steps = 0;
  };
}

function step(world: OrganizationWorld, phase: 'request' | 'response'): void {
  if (phase === 'request') world.steps += 1;
  const { crash, steps } = world;
  if (crash === null || steps < crash.at) return;
  if (steps > crash.at || crash.isSent === (phase === 'response')) throw new Error('crashed');
}

async function sendUnlessCrashed(
  world: OrganizationWorld,
  next: () => Promise<HttpResponse>,
  { method, path: target }: HttpRequest,
): Promise<HttpResponse> {
  step(world, 'request');
  const response = await next();
  if (method !== 'GET' && response.status < 300)
    world.writes.push(`${method} ${target.replaceAll(/_\w{10,}/g, '')}`);
  try {
    step(world, 'response');
  } catch (error) {
    response.body.cancel();
    throw error;
  }
  return response;
}
