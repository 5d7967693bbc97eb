/** Handlers for roles. The emulator has the built-in ones only. */
import type { Role, roleOperations, RolePermission } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { notFound } from '../engine/refusal.js';
import { organizationOf } from '../organization/directory.js';
import { builtInActions, builtInRoles } from '../organization/groups.js';
import { computedList, cursorPage } from '../records/pages.js';
import { createMemoryStore } from '../world/memory-store.js';
import { collection, type Collection } from '../world/store.js';

const roles: Collection<Role> = createMemoryStore().of(collection<Role>('roles'));
for (const role of builtInRoles.values()) roles.put(role.id, role);

/** Handlers for the role operations. */
export const roleHandlers: HandlersFor<typeof roleOperations> = {
  'roles.retrieve': ({ params }) => findRole(params.role_id),
  'roles.list': (call) => cursorPage(call, { from: roles, show: (role) => role }),
  'roles.listPermissions': (call) => {
    const { id } = findRole(call.params.role_id);
    const organization_id = organizationOf(call.world).uuid;
    const permissions = (builtInActions.get(id) ?? []).map((action): RolePermission => ({
      action,
      resource: { organization_id, type: 'organization' },
      type: 'rbac_role_permission',
    }));
    return cursorPage(call, computedList(permissions));
  },
};

function findRole(id: string): Role {
  const role = roles.get(id);
  if (role === undefined) throw notFound('role', id, 'GEN-007', 'rbac_role_not_found');
  return role;
}
