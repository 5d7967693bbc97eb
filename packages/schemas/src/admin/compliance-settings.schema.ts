/** Schemas of compliance settings. */
import * as z from 'zod';
import {
  object,
  type ObjectSchema,
  openObject,
  openUnion,
  rule,
  type SchemasFor,
  union,
} from '../kit/schema.js';
import type * as types from './compliance-settings.js';
import type { complianceSettingsOperations } from './operations.js';

/** Schema of {@link types.ComplianceSettings}. */
export const ComplianceSettingsSchema: ObjectSchema<types.ComplianceSettings> =
  openObject<types.ComplianceSettings>()({
    state: openUnion<types.ComplianceSettings['state']>()('type', {
      enabled: openObject<types.ComplianceEnabled>()({ type: z.literal('enabled') }),
      disabled: openObject<types.ComplianceDisabled>()({ type: z.literal('disabled') }),
    }),
    type: z.literal('compliance_settings'),
  });

/** Schema of {@link types.ComplianceSettingsUpdateParams}. */
export const ComplianceSettingsUpdateParamsSchema: ObjectSchema<types.ComplianceSettingsUpdateParams> =
  object<types.ComplianceSettingsUpdateParams>()({
    state: rule(
      'SET-001',
      union<types.ComplianceSettingsUpdateParams['state']>()('type', {
        enabled: object<types.ComplianceEnabled>()({ type: z.literal('enabled') }),
        disabled: object<types.ComplianceDisabled>()({ type: z.literal('disabled') }),
      }),
    ),
  });

/** Schemas of the operations on compliance settings, by id. */
export const complianceSettingsSchemas: SchemasFor<typeof complianceSettingsOperations> = {
  'complianceSettings.retrieve': { response: ComplianceSettingsSchema },
  'complianceSettings.update': {
    body: ComplianceSettingsUpdateParamsSchema,
    response: ComplianceSettingsSchema,
  },
};
