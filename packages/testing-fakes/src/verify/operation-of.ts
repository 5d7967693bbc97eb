/** The operations of steps. */
import { operations, type Operation } from '@parlance/schemas';
import { createRouter } from '../engine/router.js';
import type { ScenarioStep } from './scenario.js';

const route = createRouter(Object.values(operations));

/** Returns the operation of a step; undefined if the contract has none. */
export function operationOf({ line }: Pick<ScenarioStep, 'line'>): Operation | undefined {
  const [method = '', target = ''] = line.split(' ');
  const found = route(method, target.split('?')[0] ?? '');
  return found.kind === 'operation' ? found.match.operation : undefined;
}
