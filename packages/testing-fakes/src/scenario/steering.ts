/** Steers worlds by scenarios. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import { wholeNumber } from '../input/numbers.js';
import type { World } from '../world/world.js';
import { changePlanOf, type PlannedChange } from './change-plan.js';
import type { MatchedRequest } from './match-request.js';
import { requestMatchFields } from './request-match.js';
import { planPart, type ScenarioPart } from './scenario-part.js';

/** Which parts of a scenario to apply: `all`, or only those that a stored world does not store. */
export type ScenarioScope = 'all' | 'not-stored';

/** Steps that a world has, used or not, and how far they have been used, by part. */
export interface PlansState {
  readonly scenario: Readonly<Record<string, unknown>>;
  readonly progress: Readonly<Record<string, unknown>>;
}

/** Applies scenarios that consist of certain parts. */
export class Steering {
  /** Schema of a scenario. */
  readonly schema: z.ZodType<object>;
  /** Schema of {@link PlansState.progress}. */
  readonly progressSchema: z.ZodType<object>;
  readonly #parts: readonly ScenarioPart[];

  /**
   * @param parts - Parts of a scenario, in the order in which they are applied.
   * @param operationIds - Ids of the operations whose requests `changes` can wait for.
   */
  constructor(parts: readonly ScenarioPart[], operationIds: readonly string[]) {
    const change = z.strictObject({
      after: z.strictObject({
        ...requestMatchFields(operationIds),
        calls: wholeNumber(1, 1_000_000_000).optional(),
      }),
      ...schemasOf(parts.filter(({ isChangeable }) => isChangeable)),
    });
    const changes = planPart({
      name: 'changes',
      schema: z.array(change).max(10_000) as unknown as z.ZodType<readonly PlannedChange[]>,
      planOf: changePlanOf,
      progress: z.array(z.int().min(0)),
    });
    this.#parts = [...parts, changes];
    this.schema = z.strictObject(schemasOf(this.#parts));
    // A run that an earlier release has saved lacks the parts that were added since.
    this.progressSchema = z.object(
      Object.fromEntries(
        this.#parts.flatMap(({ name, plan }) =>
          plan === undefined ? [] : [[name, plan.progress.optional()]],
        ),
      ),
    );
  }

  /** Returns the schema of a part. It accepts nothing if there is no such part. */
  schemaOf(name: string): z.ZodType {
    return this.#parts.find((part) => part.name === name)?.schema ?? z.never();
  }

  /**
   * Validates a scenario.
   *
   * @throws {InputError} When it is invalid; lists all problems.
   */
  read(value: unknown): object {
    return parseInput(this.schema, value, { source: 'scenario' });
  }

  /**
   * Applies the parts of a scenario that are set. Each replaces the same part of the world's scenario.
   *
   * @param scenario - Validated scenario.
   * @param scope - Parts to apply. Defaults to `all`.
   */
  apply(world: World, scenario: object, scope: ScenarioScope = 'all'): void {
    for (const part of this.#parts) {
      const value = valueOf(scenario, part);
      if (value !== undefined && (scope === 'all' || part.plan !== undefined)) part.apply(world, value);
    }
    if (scope === 'all') world.store.commit();
  }

  /** Counts a request and applies the changes that waited for it. */
  applyDueChanges(world: World, request: MatchedRequest): void {
    const plan = changePlanOf(world);
    for (const [index, change] of plan.due(request)) {
      try {
        this.apply(world, change);
      } catch (error) {
        plan.failed(index, error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** Returns every deviation of a world's requests from its scenario. */
  problems(world: World): readonly string[] {
    return this.#parts.flatMap(({ problems }) => problems?.(world) ?? []);
  }

  /** Returns the plans of a world. Its records contain the state of the other parts. */
  state(world: World): PlansState {
    const plans = this.#parts.flatMap(({ name, plan }) =>
      plan === undefined ? [] : [[name, plan.of(world)] as const],
    );
    return {
      scenario: Object.fromEntries(plans.map(([name, { value }]) => [name, value])),
      progress: Object.fromEntries(plans.map(([name, plan]) => [name, plan.progress()])),
    };
  }

  /** Replaces the plans of a world. */
  restore(world: World, { scenario, progress }: PlansState): void {
    for (const { name, plan } of this.#parts)
      if (scenario[name] !== undefined) plan?.of(world).set(scenario[name], progress[name]);
  }
}

function schemasOf(parts: readonly ScenarioPart[]): Readonly<Record<string, z.ZodOptional>> {
  return Object.fromEntries(parts.map(({ name, schema }) => [name, schema.optional()]));
}

function valueOf(scenario: object, { name }: ScenarioPart): unknown {
  return (scenario as Readonly<Record<string, unknown>>)[name];
}
