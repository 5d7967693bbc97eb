/** Compliance settings of the organization. */
import * as z from 'zod';
import { closed } from '../kit/closed.js';
import { type OperationContract, operationsOf, typedOpen } from '../kit/contract.js';
import { object, type ObjectSchema, openObject, openUnion, rule, union } from '../kit/schema.js';
import type * as types from './compliance-settings.js';

/** The Compliance API is enabled: activities are recorded and can be read. */
export const ComplianceEnabled: ObjectSchema<types.ComplianceEnabled> = openObject({
  type: z.literal('enabled'),
});

/** The Compliance API is disabled. */
export const ComplianceDisabled: ObjectSchema<types.ComplianceDisabled> = openObject({
  type: z.literal('disabled'),
});

/**
 * Compliance settings of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.6 and C.9
 */
export const ComplianceSettings: ObjectSchema<types.ComplianceSettings> = openObject({
  /** Whether the Compliance API is enabled. */
  state: openUnion('type', [ComplianceEnabled, ComplianceDisabled]),
  type: z.literal('compliance_settings'),
});

/** Body of {@link updateComplianceSettings}. */
export const ComplianceSettingsUpdateParams: ObjectSchema<types.ComplianceSettingsUpdateParams> = object({
  /** Whether to enable the Compliance API. */
  state: rule('SET-001', typedOpen(union('type', [closed(ComplianceEnabled), closed(ComplianceDisabled)]))),
});

/** Enables and disables the Compliance API of the organization. */
const operation = operationsOf({
  client: 'ComplianceSettingsResource',
  auth: 'admin-key',
  source: 'compliance > Administration: organization',
  assumed: ['operation'],
  notShown: '1.4.6',
});

/** Retrieves the compliance settings. */
export const retrieveComplianceSettings: OperationContract = operation({
  id: 'complianceSettings.retrieve',
  route: 'GET /v1/organizations/compliance_settings',
  schemas: { response: ComplianceSettings },
});

/** Enables or disables the Compliance API. While it is disabled, no activities are recorded. */
export const updateComplianceSettings: OperationContract = operation({
  id: 'complianceSettings.update',
  route: 'POST /v1/organizations/compliance_settings',
  replay: 'idempotent',
  schemas: { body: ComplianceSettingsUpdateParams, response: ComplianceSettings },
});
