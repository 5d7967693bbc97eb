import { ComplianceClient } from '@parlance/compliance';
import { NO_KEY, throughConsole } from './through-console.js';

/** The client of the pages. */
export const compliance: ComplianceClient = new ComplianceClient({
  ...throughConsole,
  complianceKey: NO_KEY,
});
