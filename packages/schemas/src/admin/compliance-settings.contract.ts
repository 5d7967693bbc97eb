/** Compliance settings of the organization. */
import * as z from 'zod';
import { type OperationContract, operationsOf, typed, typedOpen } from '../kit/contract.js';
import { object, type ObjectSchema, openObject, openUnion, rule, union } from '../kit/schema.js';
import type * as types from './compliance-settings.js';

/** The Compliance API is enabled: activities are recorded and can be read. */
export const ComplianceEnabled: ObjectSchema<types.ComplianceEnabled> = openObject<types.ComplianceEnabled>()(
  {
    /** Always `enabled`. */
    type: z.literal('enabled'),
  },
);

/** The Compliance API is disabled. */
export const ComplianceDisabled: ObjectSchema<types.ComplianceDisabled> =
  openObject<types.ComplianceDisabled>()({
    /** Always `disabled`. */
    type: z.literal('disabled'),
  });

/**
 * Compliance settings of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.6 and C.9
 */
export const ComplianceSettings: ObjectSchema<types.ComplianceSettings> =
  openObject<types.ComplianceSettings>()({
    /** Whether the Compliance API is enabled. */
    state: openUnion<types.ComplianceSettings['state']>()('type', {
      enabled: ComplianceEnabled,
      disabled: ComplianceDisabled,
    }),
    /** Always `compliance_settings`. */
    type: z.literal('compliance_settings'),
  });

/** Body of {@link updateComplianceSettings}. */
export const ComplianceSettingsUpdateParams: ObjectSchema<types.ComplianceSettingsUpdateParams> =
  object<types.ComplianceSettingsUpdateParams>()({
    /** Whether to enable the Compliance API. */
    state: rule(
      'SET-001',
      typedOpen(
        union<types.ComplianceSettingsUpdateParams['state']>()('type', {
          enabled: typed(
            'ComplianceEnabled',
            object<types.ComplianceEnabled>()({ type: z.literal('enabled') }),
          ),
          disabled: typed(
            'ComplianceDisabled',
            object<types.ComplianceDisabled>()({ type: z.literal('disabled') }),
          ),
        }),
      ),
    ),
  });

const operation = operationsOf({ auth: 'admin-key', source: 'compliance > Administration: organization' });

/**
 * Retrieves the compliance settings.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.6
 */
export const retrieveComplianceSettings: OperationContract = operation({
  id: 'complianceSettings.retrieve',
  method: 'GET',
  path: '/v1/organizations/compliance_settings',
  replay: 'read',
  assumed: ['operation'],
  schemas: { response: ComplianceSettings },
});

/**
 * Enables or disables the Compliance API.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.6
 */
export const updateComplianceSettings: OperationContract = operation({
  id: 'complianceSettings.update',
  method: 'POST',
  path: '/v1/organizations/compliance_settings',
  replay: 'idempotent',
  assumed: ['operation'],
  schemas: { body: ComplianceSettingsUpdateParams, response: ComplianceSettings },
});
