import { ManagedAgentsClient } from '@parlance/managed-agents';
import { NO_KEY, throughConsole } from './through-console.js';

/** The client of the pages. */
export const managedAgents: ManagedAgentsClient = new ManagedAgentsClient({
  ...throughConsole,
  apiKey: NO_KEY,
});
