/**
 * Handlers for vaults.
 *
 * Rules: MAG-013, MAG-016, VLT-001, VLT-002, VLT-003, VLT-004, VLT-007, VLT-008, VLT-012, VLT-018, VLT-021.
 */
import type { vaultOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { archive, changed, find, remove, touch } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { cursorPage } from '../records/pages.js';
import { credentials, vaults } from './collections.js';

const named = { what: 'vault', rule: 'VLT-009' };

/** Handlers for the vault operations. */
export const vaultHandlers: HandlersFor<typeof vaultOperations> = {
  'vaults.create': ({ body, world, now }) => {
    const id = world.id('vlt_');
    return world.store.of(vaults).put(id, {
      id,
      archived_at: null,
      created_at: now,
      display_name: body.display_name,
      metadata: body.metadata ?? {},
      type: 'vault',
      updated_at: now,
    });
  },
  'vaults.retrieve': ({ params, world }) => find(world.store.of(vaults), params.vault_id, named),
  'vaults.list': (call) =>
    cursorPage(call, {
      from: call.world.store.of(vaults),
      show: (vault) => vault,
      where: (vault) => call.query.include_archived === true || vault.archived_at == null,
    }),
  'vaults.update': ({ params, body, world }) => {
    const records = world.store.of(vaults);
    const vault = find(records, params.vault_id, named);
    const next = changed(vault, {
      display_name: body.display_name ?? undefined,
      metadata: patchMetadata(vault.metadata, body.metadata),
    });
    return next === vault ? vault : records.put(vault.id, touch(world.clock, next));
  },
  'vaults.archive': (call) =>
    archive(call, call.world.store.of(vaults), { ...named, id: call.params.vault_id }),
  'vaults.delete': ({ params, world }) => {
    remove(world.store.of(vaults), params.vault_id, named);
    world.store.drop(credentials, params.vault_id);
    return { id: params.vault_id, type: 'vault_deleted' };
  },
};
