import { AdminClient } from '@parlance/admin';
import { NO_KEY, throughConsole } from './through-console.js';

/** The client of the pages. */
export const admin: AdminClient = new AdminClient({ ...throughConsole, adminKey: NO_KEY });
