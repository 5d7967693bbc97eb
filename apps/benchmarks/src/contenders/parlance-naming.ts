/** Parlance with the names of a deployment, which the server uses in the scenarios `named-...`. */
import { NAMES } from '../server/scenarios.ts';
import type { Contender } from './contender.ts';
import { connectWith } from './parlance.ts';

export function connect(baseUrl: string): Contender {
  return connectWith({ baseUrl, naming: NAMES });
}
