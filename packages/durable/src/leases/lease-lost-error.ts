import { ParlanceError } from '@parlance/schemas/kit';

/** A lease expired or another process acquired it, so the work that it protects must stop. Nothing was committed. */
export class LeaseLostError extends ParlanceError {
  /** Name of the lease. */
  readonly lease: string;
  /** Fencing token of the lost lease. */
  readonly token: number;

  /** Name of the class. */
  override get name(): string {
    return 'LeaseLostError';
  }

  /**
   * @param lease - Name of the lease.
   * @param token - Its fencing token.
   * @param problem - Continues the sentence that starts with the lease.
   */
  constructor(
    lease: string,
    token: number,
    problem = 'was lost: it expired, or another process has acquired it',
  ) {
    super('lease_lost', `The lease ${lease} (token ${token}) ${problem}.`);
    this.lease = lease;
    this.token = token;
  }
}
