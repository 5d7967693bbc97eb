/** Handlers for roles. The emulator has the built-in ones only. */
import type { Role, roleOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { notFound } from '../engine/refusal.js';
import { builtInRoles } from '../organization/groups.js';
import { cursorPage } from '../records/pages.js';
import { createMemoryStore } from '../world/memory-store.js';
import { collection, type Collection } from '../world/store.js';

const roles: Collection<Role> = createMemoryStore().of(collection<Role>('roles'));
for (const role of builtInRoles.values()) roles.put(role.id, role);

/** Handlers for the role operations. */
export const roleHandlers: HandlersFor<typeof roleOperations> = {
  'roles.retrieve': ({ params }) => {
    const role = roles.get(params.role_id);
    if (role === undefined) throw notFound('role', params.role_id, 'GEN-007', 'rbac_role_not_found');
    return role;
  },
  'roles.list': (call) => cursorPage(call, { from: roles, show: (role) => role }),
};
