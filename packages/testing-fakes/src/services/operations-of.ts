import { operations, type Operation } from '@parlance/schemas';

/** Returns the operations of the contract that have a handler. */
export function operationsOf(handlers: object): Readonly<Record<string, Operation>> {
  return Object.fromEntries(Object.entries(operations).filter(([id]) => Object.hasOwn(handlers, id)));
}
