import { InferenceClient } from '@parlance/inference';
import { NO_KEY, throughConsole } from './through-console.js';

/** The client of the pages. */
export const inference: InferenceClient = new InferenceClient({ ...throughConsole, apiKey: NO_KEY });
