/** Compliance settings of the organization. */
import type { UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';

/** The Compliance API is enabled: activities are recorded and can be read. */
export interface ComplianceEnabled {
  /** Always `enabled`. */
  type: 'enabled';
}

/** The Compliance API is disabled. */
export interface ComplianceDisabled {
  /** Always `disabled`. */
  type: 'disabled';
}

/**
 * Compliance settings of an organization.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.6 and C.9
 */
export interface ComplianceSettings {
  /** Whether the Compliance API is enabled. */
  state: ComplianceEnabled | ComplianceDisabled | UnknownMember;
  /** Always `compliance_settings`. */
  type: 'compliance_settings';
}

/** Body of {@link updateComplianceSettings}. */
export interface ComplianceSettingsUpdateParams {
  /** Whether to enable the Compliance API. */
  state: ComplianceEnabled | ComplianceDisabled | UnknownMember;
}

const source = 'compliance > Administration: organization';

/**
 * Retrieves the compliance settings.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.6
 */
export const retrieveComplianceSettings: Operation<{ response: ComplianceSettings }> = {
  id: 'complianceSettings.retrieve',
  method: 'GET',
  path: '/v1/organizations/compliance_settings',
  auth: 'admin-key',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Enables or disables the Compliance API.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.4.6
 */
export const updateComplianceSettings: Operation<{
  body: ComplianceSettingsUpdateParams;
  response: ComplianceSettings;
}> = {
  id: 'complianceSettings.update',
  method: 'POST',
  path: '/v1/organizations/compliance_settings',
  auth: 'admin-key',
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};
