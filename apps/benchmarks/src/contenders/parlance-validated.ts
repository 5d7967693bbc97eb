/** Parlance with validation of requests, responses and events. */
import { validator } from '@parlance/schemas/validation';
import type { Contender } from './contender.ts';
import { connectWith } from './parlance.ts';

export function connect(baseUrl: string): Contender {
  return connectWith({ baseUrl, validation: validator({ requests: 'throw', responses: 'throw' }) });
}
