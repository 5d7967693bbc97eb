/** Compares the clock of this machine with that of the service. */
import type { Middleware } from '@parlance/core-transport';
import type { Finding } from './finding.js';

/** A difference that signatures and windows of activities tolerate. The header `date` has whole seconds. */
const TOLERATED_MS = 5_000;
const FAILED_MS = 300_000;

/** Reads the header `date` of responses. */
export class ClockSkew {
  #smallest: number | undefined;

  /** Reads the responses of a client. */
  readonly middleware: Middleware = (next) => async (request) => {
    const sentAt = Date.now();
    const response = await next(request);
    const date = Date.parse(response.headers['date'] ?? '');
    if (!Number.isNaN(date)) this.#add(date + 500 - (sentAt + Date.now()) / 2);
    return response;
  };

  /** Reports the difference. */
  finding(): Finding {
    const name = 'clock';
    const skew = this.#smallest;
    if (skew === undefined)
      return { name, status: 'skipped', message: 'no response with the time of the service' };
    const seconds = Math.round(Math.abs(skew) / 1000);
    if (Math.abs(skew) <= TOLERATED_MS) return { name, status: 'ok', message: 'agrees with the service' };
    return {
      name,
      status: Math.abs(skew) > FAILED_MS ? 'failed' : 'warning',
      message: `${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} the service`,
      fix: 'Synchronize the clock of this machine, for example with NTP. Windows of activities end at its time.',
    };
  }

  #add(skew: number): void {
    if (this.#smallest === undefined || Math.abs(skew) < Math.abs(this.#smallest)) this.#smallest = skew;
  }
}
