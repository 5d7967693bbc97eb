import type { directoryOperations, projectOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor } from '../scenario.js';

export const directoryScenarios: ScenariosFor<typeof directoryOperations> = {
  'organizations.list': async ({ compliance: { organizations } }) => {
    expect(await collect(organizations.list())).toHaveLength(1);
  },
  'organizations.listUsers': async ({ compliance: { organizations } }) => {
    const [organization] = await collect(organizations.list());
    const users = await collect(organizations.listUsers(organization!.uuid, { limit: 5 }));
    expect(users.length).toBeGreaterThan(5);
    expect(users[0]).toMatchObject({ email: expect.stringContaining('@') });
  },
};

export const projectScenarios: ScenariosFor<typeof projectOperations> = {
  'projects.list': async ({ compliance: { projects } }) => {
    expect((await collect(projects.list({ limit: 2 }))).length).toBeGreaterThanOrEqual(3);
  },
};
