import type { ActivityListParams } from '@parlance/schemas';
import type { Exports } from './exports.js';
import type { CallContext } from './rpc.js';

/** The calls about exports. */
export function exportCalls(exports: Exports) {
  return {
    'exports.watch': (_: null, { signal }: CallContext) => exports.watch(signal),
    'exports.start': async (filters: ActivityListParams): Promise<string> => exports.start(filters),
    'exports.pause': async ({ id }: { id: string }): Promise<void> => exports.pause(id),
    'exports.resume': async ({ id }: { id: string }): Promise<void> => exports.resume(id),
  };
}
