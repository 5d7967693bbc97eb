/** Whether the Compliance API is enabled. */
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** Collection with the single settings of a world. Absent until they are changed. */
export const complianceSettings: CollectionName<{ readonly isEnabled: boolean }> =
  collection('compliance_settings');
/** Id of the single record of {@link complianceSettings}. */
export const SETTINGS = 'settings';

/** Whether the Compliance API of a world is enabled. */
export function isComplianceEnabled(world: World): boolean {
  return world.store.of(complianceSettings).get(SETTINGS)?.isEnabled ?? true;
}
