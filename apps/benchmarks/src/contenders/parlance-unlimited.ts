/** Parlance with a rate limiter that admits everything and learns nothing. */
import type { Contender } from './contender.ts';
import { connectWith } from './parlance.ts';

const permit = { responded: () => undefined, release: () => undefined };

export function connect(baseUrl: string): Contender {
  return connectWith({ baseUrl, rateLimiter: { acquire: () => permit } });
}
