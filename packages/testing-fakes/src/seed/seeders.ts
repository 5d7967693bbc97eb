/** The seeders of all slices, in the order in which they run. A slice's own joins here once. */
import { seedOrganization } from '../demo/organization.js';
import { seedManagedAgents } from './managed-agents.js';
import type { Seeder } from './seeder.js';

/** Every seeder. */
export const seeders: readonly Seeder[] = [{ demo: seedOrganization }, { demo: seedManagedAgents }];
