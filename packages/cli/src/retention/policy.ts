import { CommandError } from '../command-error.js';
import type { RetentionConfig } from '../config/config.js';
import type { Settings } from '../config/settings.js';

/** @throws {CommandError} When the configuration has no policy. */
export function policyOf({ config }: Settings): RetentionConfig {
  if (config.retention !== undefined) return config.retention;
  throw new CommandError('missing_policy', 'There is no retention policy.', {
    hint: "Add it to parlance.config.ts: retention: { rules: [{ name: 'two years', keepDays: 730 }], approvers: 'none' }",
  });
}
