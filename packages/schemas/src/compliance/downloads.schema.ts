/** Schemas of downloads, whose responses are files. */
import type { SchemasFor } from '../kit/schema.js';

import type { downloadOperations } from './operations.js';

/** Schemas of the downloads, by id. */
export const downloadSchemas: SchemasFor<typeof downloadOperations> = {
  'artifacts.download': {},
  'chats.files.download': {},
  'chats.generatedFiles.download': {},
};
