import type { organizationOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import type { ScenariosFor } from '../scenario.js';

export const organizationScenarios: ScenariosFor<typeof organizationOperations> = {
  'organization.retrieve': async ({ admin }) => {
    expect(await admin.organization.retrieve()).toMatchObject({ type: 'organization' });
  },
};
