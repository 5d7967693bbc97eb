/**
 * Public entry of `@parlance/cli`: the types of `parlance.config.ts`, and the exit codes of the command `parlance`.
 *
 * @module index
 */
export { defineConfig } from './config/config.js';
export type {
  ExportConfig,
  KeySource,
  KeySources,
  OrganizationConfig,
  ParlanceConfig,
  RetentionConfig,
} from './config/config.js';
export { EXIT_CODES, type ExitCode } from './exit-codes.js';
