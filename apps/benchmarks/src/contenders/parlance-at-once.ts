/** Parlance with every event emitted as it arrives, instead of opening events together with the first content. */
import type { Contender } from './contender.ts';
import { connectWith } from './parlance.ts';

export function connect(baseUrl: string): Contender {
  return connectWith({ baseUrl, retry: { streamUntil: 'event' } });
}
