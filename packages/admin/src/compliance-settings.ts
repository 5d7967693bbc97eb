import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { retrieveComplianceSettings, updateComplianceSettings } from '@parlance/schemas/admin';
import type { ComplianceSettings as Settings, ComplianceSettingsUpdateParams } from '@parlance/schemas/admin';

/** Enables and disables the Compliance API of the organization. */
export class ComplianceSettingsResource {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Retrieves the settings.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.6
   */
  retrieve(options?: CallOptions): ApiPromise<Settings> {
    return this.#transport.call(retrieveComplianceSettings, {}, options);
  }

  /**
   * Enables or disables the Compliance API. While it is disabled, no activities are recorded.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.6
   */
  update(params: ComplianceSettingsUpdateParams, options?: CallOptions): ApiPromise<Settings> {
    return this.#transport.call(updateComplianceSettings, { body: params }, options);
  }
}
