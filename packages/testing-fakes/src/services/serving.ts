import { operations } from '@parlance/schemas';
import type { Service } from '../emulator/service.js';

/** Returns handlers, and the operations of the contract that they serve. */
export function serving(handlers: object): Pick<Service, 'operations' | 'handlers'> {
  const served = Object.entries(operations).filter(([id]) => Object.hasOwn(handlers, id));
  return { operations: Object.fromEntries(served), handlers: handlers as Service['handlers'] };
}
