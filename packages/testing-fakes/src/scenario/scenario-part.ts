/** Parts of a scenario. Each steers one mechanism of a world. */
import type * as z from 'zod';
import type { World } from '../world/world.js';

/** Steps that a part has set in a world, and how far they have been used. Not part of the world's records. */
export interface Plan<Value, Progress> {
  /**
   * Replaces the steps.
   *
   * @param progress - How far they have been used. Default: not at all.
   */
  set(value: Value, progress?: Progress): void;
  /** The current steps, used or not. */
  readonly value: Value;
  /** Returns how far they have been used. */
  progress(): Progress;
  /** Returns the deviations of the requests from the steps. */
  problems?(): readonly string[];
}

/** A part of a scenario. */
export interface ScenarioPart {
  /** Its key in a scenario. */
  readonly name: string;
  /** Schema of its value. */
  readonly schema: z.ZodType;
  /** Whether it can also be changed by `changes`. */
  readonly isChangeable: boolean;
  /** Applies a value, replacing the previous one. */
  readonly apply: (world: World, value: unknown) => void;
  /** Returns the deviations of the requests of a world from the part. */
  readonly problems?: ((world: World) => readonly string[]) | undefined;
  /** The plan of a world, and the schema of its progress. Absent when the world's records contain the state of the part. */
  readonly plan?:
    { readonly of: (world: World) => Plan<unknown, unknown>; readonly progress: z.ZodType } | undefined;
}

/** Options for {@link planPart}. */
export interface PlanPart<Value, Progress> {
  readonly name: string;
  readonly schema: z.ZodType<Value>;
  readonly isChangeable?: boolean | undefined;
  readonly planOf: (world: World) => Plan<Value, Progress>;
  /** Schema of the progress. */
  readonly progress: z.ZodType<Progress>;
}

/** Creates a part whose state is a plan. */
export function planPart<Value, Progress>(part: PlanPart<Value, Progress>): ScenarioPart {
  const { name, schema, isChangeable = true, planOf, progress } = part;
  return {
    name,
    schema,
    isChangeable,
    // Values and progress have been validated with the schemas of the part.
    apply: (world, value) => planOf(world).set(value as Value),
    problems: (world) => planOf(world).problems?.() ?? [],
    plan: { of: (world) => planOf(world) as Plan<unknown, unknown>, progress },
  };
}

/** Options for {@link recordPart}. */
export interface RecordPart<Value> {
  readonly name: string;
  readonly schema: z.ZodType<Value>;
  readonly apply: (world: World, value: Value) => void;
  readonly problems?: ((world: World) => readonly string[]) | undefined;
}

/** Creates a part that changes the records or the clock of a world. */
export function recordPart<Value>({ name, schema, apply, problems }: RecordPart<Value>): ScenarioPart {
  // The value has been validated with the schema.
  return {
    name,
    schema,
    isChangeable: true,
    apply: (world, value) => apply(world, value as Value),
    problems,
  };
}
