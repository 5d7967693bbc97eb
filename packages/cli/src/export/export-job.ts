/** The export of the configuration. */
import {
  activities,
  chats,
  defineExport,
  directory,
  files,
  messages,
  ndjson,
  sqlite,
  type ExportJob,
} from '@parlance/archive';
import type { Settings } from '../config/settings.js';

/** Options of a command that are part of the definition of the export. */
export interface ExportJobOptions {
  readonly name?: string | undefined;
  readonly compress?: 'zstd' | undefined;
  readonly order?: 'people-first' | 'newest-first' | undefined;
}

/** Number of windows and partitions that are read at the same time. */
export const DEFAULT_CONCURRENCY = 4;

/**
 * Defines the export of the configuration: everything, into the archive folder, unless it says otherwise.
 *
 * @throws {ConfigError} When an option is invalid.
 */
export function exportJob(settings: Settings, options: ExportJobOptions = {}): ExportJob {
  const configured = settings.config.export ?? {};
  const compress = options.compress ?? configured.compress;
  return defineExport({
    name: options.name ?? configured.name,
    sources: configured.sources ?? [directory(), activities(), chats(), messages(), files()],
    activities: configured.activities,
    chats: configured.chats,
    order: options.order ?? configured.order,
    sinks: [
      ndjson({ dir: settings.archive, compress }),
      ...(settings.searchFile === undefined ? [] : [sqlite({ file: settings.searchFile })]),
      ...(configured.sinks ?? []),
    ],
  });
}
