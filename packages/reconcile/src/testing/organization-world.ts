/** An organization with a store, whose requests can end a run at any of them. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import type { HttpRequest, HttpResponse } from '@parlance/core-transport';
import { openStore, type Store } from '@parlance/durable';
import { createFake, type Fake, type FakeOptions, type ScenarioRecords } from '@parlance/testing-fakes';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { onTestFinished } from 'vitest';
import type { DesiredState } from '../desired-state.js';
import { planOrganization, type PlanOrganizationOptions } from '../plan-organization.js';
import type { OrganizationPlan } from '../plan.js';

/** What {@link organizationWorld} creates. */
export interface OrganizationWorld {
  readonly fake: Fake;
  readonly admin: AdminClient;
  readonly compliance: ComplianceClient;
  readonly store: Store;
  /** Folder for files. */
  readonly dir: string;
  /** Requests that changed something, in their order, as `DELETE /v1/organizations/users/user`. */
  readonly writes: string[];
  /** Number of requests. */
  requests: number;
  /** Number of requests after which nothing is sent any more, as if the process had ended. Its response may be lost or not. */
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
    requests: 0,
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

/** Continues after a crash, as another process. */
export function restart(world: OrganizationWorld): void {
  world.crash = null;
  world.requests = 0;
}

async function sendUnlessCrashed(
  world: OrganizationWorld,
  next: () => Promise<HttpResponse>,
  { method, path: target }: HttpRequest,
): Promise<HttpResponse> {
  world.requests += 1;
  const { crash } = world;
  const isLast = world.requests === crash?.at;
  if (crash !== null && (world.requests > crash.at || (isLast && !crash.isSent))) throw new Error('crashed');
  const response = await next();
  if (method !== 'GET' && response.status < 300)
    world.writes.push(`${method} ${target.replaceAll(/_\w{10,}/g, '')}`);
  if (!isLast) return response;
  response.body.cancel();
  throw new Error('crashed');
}
