/** Seeders of all slices, in order. */
import { seedOrganization } from '../demo/organization.js';
import { seedManagedAgents } from '../managed-agents/seed.js';
import type { Seeder } from './seeder.js';

/** All seeders. */
export const seeders: readonly Seeder[] = [{ demo: seedOrganization }, { demo: seedManagedAgents }];
