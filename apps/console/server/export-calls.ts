import type { ExportRequest } from './export-state.js';
import type { Exports } from './exports.js';
import type { CallContext } from './rpc.js';

/** Calls for exports. */
export function exportCalls(exports: Exports) {
  return {
    'exports.watch': (_: null, { signal }: CallContext) => exports.watch(signal),
    'exports.start': async (request: ExportRequest): Promise<string> => exports.start(request),
    'exports.pause': async ({ id }: { id: string }): Promise<void> => exports.pause(id),
    'exports.resume': async ({ id }: { id: string }): Promise<void> => exports.resume(id),
    'exports.leaveOut': async ({ id }: { id: string }): Promise<void> => exports.leaveOut(id),
  };
}
