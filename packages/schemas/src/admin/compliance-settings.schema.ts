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
import type {
  ComplianceDisabled,
  ComplianceEnabled,
  ComplianceSettings,
  complianceSettingsOperations,
  ComplianceSettingsUpdateParams,
} from './compliance-settings.js';

/** Schema of {@link ComplianceSettings}. */
export const ComplianceSettingsSchema: ObjectSchema<ComplianceSettings> = openObject<ComplianceSettings>()({
  state: openUnion<ComplianceSettings['state']>()('type', {
    enabled: openObject<ComplianceEnabled>()({ type: z.literal('enabled') }),
    disabled: openObject<ComplianceDisabled>()({ type: z.literal('disabled') }),
  }),
  type: z.literal('compliance_settings'),
});

/** Schema of {@link ComplianceSettingsUpdateParams}. */
export const ComplianceSettingsUpdateParamsSchema: ObjectSchema<ComplianceSettingsUpdateParams> =
  object<ComplianceSettingsUpdateParams>()({
    state: rule(
      'SET-001',
      union<ComplianceSettingsUpdateParams['state']>()('type', {
        enabled: object<ComplianceEnabled>()({ type: z.literal('enabled') }),
        disabled: object<ComplianceDisabled>()({ type: z.literal('disabled') }),
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
