import type { Fake } from '@parlance/testing-fakes';
import type { ServiceSettings } from '../service-settings.js';

/** Returns the settings that connect a console to an emulator by its URL. */
export function serviceOf({ url: baseUrl, keys }: Fake): ServiceSettings {
  return { baseUrl, apiKey: keys.api, adminKey: keys.admin, complianceKey: keys.compliance };
}
