/** Applies one random plan, with a crash at any of its requests and of its store's statements, and compares the organizations with one that nothing interrupted. */
import { approve, approversOf, ines } from '@parlance/testing/approvers';
import { applyOrganization } from '../apply-organization.js';
import type { ApplyResult } from '../apply-options.js';
import { exportOrganization } from '../export-organization.js';
import type { OrganizationPlan } from '../plan.js';
import { organizationWorld, simulatedProcesses, type OrganizationWorld } from './organization-world.js';
import { addWorkspaces, random, randomDesired, randomRecords } from './random-organization.js';

/** What remained of an organization. */
export interface Outcome {
  readonly organization: string;
  readonly writes: readonly string[];
  readonly result: ApplyResult;
}

/** What became of a plan that nothing interrupted. */
export interface Control extends Outcome {
  readonly plan: OrganizationPlan;
  /** Number of steps. */
  readonly steps: number;
  /** A plan for the same state afterwards. */
  readonly second: OrganizationPlan;
  /** Whether applying that one sends nothing that changes something. */
  readonly isIdle: boolean;
  /** What became of the plan that undoes it. */
  readonly undone: ApplyResult;
  /** The organization before the plan, and once it was undone. */
  readonly before: string;
  readonly after: string;
}

const guards = { keepAdmins: 1 };

/** Creates the organization of a seed, and a plan for it. */
async function planned(seed: number): Promise<{
  readonly world: OrganizationWorld;
  readonly plan: OrganizationPlan;
  again(): Promise<OrganizationPlan>;
  restart(): Promise<void>;
}> {
  const next = random(seed);
  const world = await organizationWorld(randomRecords(next));
  await addWorkspaces(world, next);
  const desired = randomDesired(next);
  const again = (): Promise<OrganizationPlan> => world.plan(desired, { guards });
  const plan = await again();
  const restart = simulatedProcesses(world);
  await restart();
  world.writes.length = 0;
  return { world, plan, again, restart };
}

function apply(world: OrganizationWorld, plan: OrganizationPlan): Promise<ApplyResult> {
  const { admin, store } = world;
  return applyOrganization(plan, {
    admin,
    store,
    approvers: approversOf(),
    approvals: approve(plan.digest, ines),
    concurrency: 1,
  });
}

/** The organization without what differs between two that were created alike: ids and times. */
async function shownOf({ admin }: OrganizationWorld): Promise<string> {
  const state = await exportOrganization(admin);
  return JSON.stringify({
    ...state,
    users: state.users?.toSorted((left, right) => (left.email < right.email ? -1 : 1)),
  });
}

/** Applies the plan of a seed without an interruption, and undoes it. */
export async function control(seed: number): Promise<Control> {
  const { world, plan, again, restart } = await planned(seed);
  const before = await shownOf(world);
  await restart();
  const result = await apply(world, plan);
  const { steps } = world;
  const writes = world.writes.splice(0).sort();
  const organization = await shownOf(world);
  const second = await again();
  await apply(world, second);
  const isIdle = world.writes.length === 0;
  const undone = await apply(world, result.undo);
  const after = await shownOf(world);
  await world.close();
  return { organization, writes, result, steps, second, isIdle, plan, undone, before, after };
}

/** Applies the plan of a seed, crashes at a step, and continues. */
export async function crashed(seed: number, at: number, isSent: boolean): Promise<Outcome> {
  const { world, plan, restart } = await planned(seed);
  world.crash = { at, isSent };
  const failure = await apply(world, plan).then(
    () => null,
    (error: unknown) => error,
  );
  await restart();
  const result = await apply(world, plan);
  const outcome = { organization: await shownOf(world), writes: [...world.writes].sort(), result, failure };
  await world.close();
  return outcome;
}
