/** The engine of a list of services. */
import { defaultConventions } from '../engine/conventions.js';
import type { Engine } from '../engine/message.js';
import { createEngine, type EngineParts } from './engine.js';
import type { LoadedSchemas } from './loaded-schemas.js';
import type { Service } from './service.js';

type FromServices =
  'operations' | 'handlers' | 'load' | 'schemasOf' | 'conventionsOf' | 'readBody' | 'viewOfKey' | 'gaugeOf';

/**
 * Creates an engine that serves all operations of services that have a handler.
 *
 * @param services - The services.
 * @param schemas - Their schemas.
 * @param parts - Everything else.
 */
export function createServiceEngine(
  services: readonly Service[],
  schemas: LoadedSchemas,
  parts: Omit<EngineParts, FromServices>,
): Engine {
  const served = services.flatMap((service) =>
    Object.values(service.operations)
      .filter(({ id }) => Object.hasOwn(service.handlers, id))
      .map((operation) => [operation.id, service] as const),
  );
  const serviceOf = new Map(served);
  const conventions = new Map(
    served.map(([id, service]) => [id, { ...defaultConventions, ...service.conventions }]),
  );
  const noSchemas = {};
  return createEngine({
    ...parts,
    operations: served.map(([id, { operations }]) => operations[id]).filter((one) => one !== undefined),
    handlers: Object.fromEntries(served.map(([id, { handlers }]) => [id, handlers[id]])),
    load: ({ id }) => schemas.load(serviceOf.get(id) as Service),
    schemasOf: ({ id }) => schemas.of(serviceOf.get(id) as Service).operations[id] ?? noSchemas,
    conventionsOf: ({ id }) => conventions.get(id) ?? defaultConventions,
    readBody: (operation, body) => {
      const readBody = serviceOf.get(operation.id)?.readBody;
      return readBody === undefined ? body : readBody(operation, body);
    },
    viewOfKey: (world, key) =>
      services.reduce((view, { viewOfKey }) => viewOfKey?.(view, key) ?? view, world),
    gaugeOf: (world, operation) => {
      for (const { gaugeOf } of services) {
        const gauge = gaugeOf?.(world, operation);
        if (gauge !== undefined) return gauge;
      }
      return undefined;
    },
    afterRequest: (arrival, world) => {
      for (const { afterRequest } of services) afterRequest?.(arrival, world);
      parts.afterRequest(arrival, world);
    },
  });
}
