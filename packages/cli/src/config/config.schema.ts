/** Schema of the configuration. */
import * as z from 'zod';
import type { ParlanceConfig } from './config.js';

const text = z.string().min(1);
const KEY = 'must be { file } or { command }; a key itself must not be in the configuration';
const keySource = z.union([z.strictObject({ file: text }), z.strictObject({ command: text })], {
  error: KEY,
});

/** The configuration, as a file exports it. */
export const ParlanceConfigSchema: z.ZodType<ParlanceConfig> = z.strictObject({
  baseUrl: text.optional(),
  allowInsecure: z.boolean().optional(),
  naming: z
    .strictObject({ vendor: text.optional(), assistant: text.optional(), githost: text.optional() })
    .optional(),
  keys: z
    .strictObject({
      api: keySource.optional(),
      admin: keySource.optional(),
      compliance: keySource.optional(),
    })
    .optional(),
  store: text.optional(),
});
