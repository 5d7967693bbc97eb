/** Handlers for environments. */
import type { Environment, EnvironmentCreateParams, environmentOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, conflict, type Refusal } from '../engine/refusal.js';
import { archive, changed, find, remove, touch } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { cursorPage } from '../records/pages.js';
import type { Collection } from '../world/store.js';
import { environments, environmentWork } from './collections.js';

const named = { what: 'environment', errorCode: 'environment_not_found' };
const BAD_FIELD = 'GEN-005';

/** Handlers for the environment operations. */
export const environmentHandlers: HandlersFor<typeof environmentOperations> = {
  'environments.create': ({ body, world, now }) => {
    const records = world.store.of(environments);
    requireFreeName(records, body.name);
    const id = world.id('env_');
    return records.put(id, {
      id,
      archived_at: null,
      config: filled(body.config ?? { type: 'cloud' }),
      created_at: now,
      description: body.description ?? '',
      metadata: body.metadata ?? {},
      name: body.name,
      type: 'environment',
      updated_at: now,
      scope: body.scope ?? 'organization',
    });
  },
  'environments.retrieve': ({ params, world }) =>
    find(world.store.of(environments), params.environment_id, named),
  'environments.list': (call) =>
    cursorPage(call, {
      from: call.world.store.of(environments),
      show: (environment) => environment,
      where: (environment) => call.query.include_archived === true || environment.archived_at == null,
    }),
  'environments.update': ({ params, body, world }) => {
    const records = world.store.of(environments);
    const environment = find(records, params.environment_id, named);
    if (environment.archived_at != null)
      throw conflict(BAD_FIELD, 'The environment is archived and cannot be updated.');
    if (body.config != null && body.config.type !== environment.config.type) throw otherType(environment);
    if (body.name != null && body.name !== environment.name) requireFreeName(records, body.name);
    const next = changed(environment, {
      config: body.config == null ? undefined : filled(body.config),
      description: body.description ?? undefined,
      metadata: patchMetadata(environment.metadata, body.metadata, { emptyStringDeletes: true }),
      name: body.name ?? undefined,
      scope: body.scope ?? undefined,
    });
    return next === environment ? environment : records.put(environment.id, touch(world.clock, next));
  },
  'environments.archive': (call) =>
    archive(call, call.world.store.of(environments), { ...named, id: call.params.environment_id }),
  'environments.delete': ({ params, world }) => {
    remove(world.store.of(environments), params.environment_id, named);
    world.store.drop(environmentWork, params.environment_id);
    return { id: params.environment_id, type: 'environment_deleted' };
  },
};

function requireFreeName(records: Collection<Environment>, name: string): void {
  if (records.entries().some(({ record }) => record.name === name))
    throw conflict(BAD_FIELD, 'name: another environment already has this name');
}

function otherType({ config }: Environment): Refusal {
  return badRequest(
    BAD_FIELD,
    'config.type',
    `must be ${config.type}; the type of an environment cannot be changed`,
    'invalid_config_type_change',
  );
}

/** Returns the configuration with every default applied. */
function filled(config: NonNullable<EnvironmentCreateParams['config']>): Environment['config'] {
  if (config.type !== 'cloud') return config;
  const { networking, packages } = config;
  return {
    type: 'cloud',
    networking:
      networking?.type === 'limited'
        ? {
            type: 'limited',
            allow_mcp_servers: networking.allow_mcp_servers ?? false,
            allow_package_managers: networking.allow_package_managers ?? false,
            allowed_hosts: networking.allowed_hosts ?? [],
          }
        : { type: 'unrestricted' },
    packages: {
      type: 'packages',
      apt: packages?.apt ?? [],
      cargo: packages?.cargo ?? [],
      gem: packages?.gem ?? [],
      go: packages?.go ?? [],
      npm: packages?.npm ?? [],
      pip: packages?.pip ?? [],
    },
  };
}
