/** What the emulator knows of a service. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation/kit';
import type { Arrival } from '../engine/arrival.js';
import type { AnyHandler } from '../engine/call.js';
import type { Conventions } from '../engine/conventions.js';
import type { Gauge } from '../engine/gauge.js';
import type { Identity } from '../engine/headers.js';
import type { ScenarioPart } from '../scenario/scenario-part.js';
import type { RecordSchemas } from '../world/snapshot.js';
import type { World } from '../world/world.js';

/** Initial content of a new world. */
export type SeedName = 'empty' | 'demo';

/** Schemas of a service. */
export interface ServiceSchemas {
  /** Schemas of requests and responses, by operation id. */
  readonly operations: Readonly<Record<string, OperationSchemas | undefined>>;
  /** Schemas of stored records, by name of their collection. */
  readonly records?: RecordSchemas | undefined;
}

/** A service as a value. The core of the emulator knows a list of them, and none in particular. */
export interface Service {
  /** Operations by id. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Handlers by operation id. Operations without a handler are not served. */
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  /** Its schemas, or a function that loads them before its first request, because creating them takes most of the startup time. */
  readonly schemas: ServiceSchemas | (() => Promise<ServiceSchemas>);
  /** What it requires of the keys, headers and queries of its requests. Default: `defaultConventions`. */
  readonly conventions?: Partial<Conventions> | undefined;
  /** Creates the records of a new `demo` world. They must be the same in every run. */
  readonly seedDemo?:
    ((world: World, sizes: Readonly<Record<string, number | undefined>>) => void) | undefined;
  /** Its parts of a scenario, in the order in which they are applied. */
  readonly scenario?: readonly ScenarioPart[] | undefined;
  /** Converts the body of a request before it is validated. */
  readonly readBody?: ((operation: Operation, body: unknown) => unknown) | undefined;
  /** Returns a world as a key sees it. @throws {Refusal} When the key is not valid for the world. */
  readonly viewOfKey?: ((world: World, key: Identity) => World) | undefined;
  /** Returns the rate limits of an operation; undefined when it is not limited. */
  readonly gaugeOf?: ((world: World, operation: Operation) => Gauge | undefined) | undefined;
  /** Resumes what was pending when a world was saved or copied. */
  readonly resume?: ((world: World) => void) | undefined;
  /** Called for every request of a world, when its response starts. */
  readonly afterRequest?: ((arrival: Arrival, world: World) => void) | undefined;
}
