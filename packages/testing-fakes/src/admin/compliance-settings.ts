/** Handlers for compliance settings. */
import type { ComplianceSettings, complianceSettingsOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** Collection with the single settings of a world. Absent until they are changed. */
export const complianceSettings: CollectionName<{ readonly isEnabled: boolean }> =
  collection('compliance_settings');
const SETTINGS = 'settings';

/** Whether the Compliance API of a world is enabled. */
export function isComplianceEnabled(world: World): boolean {
  return world.store.of(complianceSettings).get(SETTINGS)?.isEnabled ?? true;
}

/** Handlers for the compliance settings operations. */
export const complianceSettingsHandlers: HandlersFor<typeof complianceSettingsOperations> = {
  'complianceSettings.retrieve': ({ world }) => showSettings(world),
  'complianceSettings.update': ({ world, body }) => {
    world.store.of(complianceSettings).put(SETTINGS, { isEnabled: body.state.type === 'enabled' });
    return showSettings(world);
  },
};

function showSettings(world: World): ComplianceSettings {
  return {
    state: { type: isComplianceEnabled(world) ? 'enabled' : 'disabled' },
    type: 'compliance_settings',
  };
}
