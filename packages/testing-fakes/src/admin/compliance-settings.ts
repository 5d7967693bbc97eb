/** Handlers for compliance settings. */
import type { ComplianceSettings, complianceSettingsOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { complianceSettings, isComplianceEnabled, SETTINGS } from '../organization/compliance-settings.js';
import type { World } from '../world/world.js';

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
