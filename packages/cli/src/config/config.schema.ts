/** Schema of the configuration. */
import * as z from 'zod';
import type { ExportConfig, OrganizationConfig, ParlanceConfig, RetentionConfig } from './config.js';

const text = z.string().min(1);
const KEY = 'must be { file } or { command }; a key itself must not be in the configuration';
const keySource = z.union([z.strictObject({ file: text }), z.strictObject({ command: text })], {
  error: KEY,
});

/** Options of other packages, which check them: with messages of their own. */
const checkedLater = z.custom<never>();

const exportSchema: z.ZodType<ExportConfig> = z.strictObject({
  name: text.optional(),
  sources: z.array(checkedLater).optional(),
  activities: checkedLater.optional(),
  chats: checkedLater.optional(),
  order: z.enum(['people-first', 'newest-first']).optional(),
  searchFile: text.optional(),
  sinks: z.array(checkedLater).optional(),
  compress: z.enum(['zstd']).optional(),
  concurrency: z.int().min(1).max(1000).optional(),
  requestsPerMinute: z.number().gt(0).optional(),
  reserve: z.number().min(0).lt(1).optional(),
});

const retentionSchema: z.ZodType<RetentionConfig> = z.strictObject({
  rules: z.array(checkedLater).min(1),
  approvers: z.custom<never>((value) => value !== undefined, {
    error: "must name who approves plans, or be 'none'",
  }),
  expiresInDays: z.number().gt(0).optional(),
  allowMissingFiles: z.boolean().optional(),
  caps: z.strictObject({ chats: z.int().min(1), perUser: z.int().min(1).optional() }).optional(),
});

const organizationSchema: z.ZodType<OrganizationConfig> = z.strictObject({
  files: z.array(text).min(1).optional(),
  guards: checkedLater.optional(),
  approvers: checkedLater.optional(),
  expiresInDays: z.number().gt(0).optional(),
  requestsPerMinute: z.number().gt(0).optional(),
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

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
  archive: text.optional(),
  telemetry: z
    .custom<NonNullable<ParlanceConfig['telemetry']>>(isObject, { error: 'must be openTelemetry()' })
    .optional(),
  onEnd: z
    .custom<() => Promise<void>>((value) => typeof value === 'function', { error: 'must be a function' })
    .optional(),
  export: exportSchema.optional(),
  retention: retentionSchema.optional(),
  organization: organizationSchema.optional(),
});
