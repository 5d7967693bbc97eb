/**
 * Public entry of `@parlance/sdk`: all Parlance clients behind one object, and the errors they throw.
 *
 * @packageDocumentation
 */
export { Parlance } from './parlance.js';
export type { ParlanceOptions } from './parlance.js';
export * from '@parlance/core-transport/client-exports';
export { DownloadError, StreamError } from '@parlance/core-transport';
export type { Download } from '@parlance/core-transport';
export type * from '@parlance/schemas/admin';
export type * from '@parlance/schemas/compliance';
export type * from '@parlance/schemas/inference';
export type * from '@parlance/schemas/managed-agents';
