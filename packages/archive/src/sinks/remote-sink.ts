import { isA, must, type Check, type Checks } from '@parlance/core-transport/internal';
import { whole } from '../option-checks.js';
import type { Unit } from '../certificates/extent.js';
import { BatchWriter, type BatchReceiver, type RemoteSinkOptions } from './batch-writer.js';
import type { Sink } from './sink.js';

/** Checks a text. */
export const nonEmpty: Check = must(
  'a non-empty string',
  (value) => typeof value === 'string' && value !== '',
);

/** Checks {@link RemoteSinkOptions}. */
export const remoteChecks: Checks = {
  from: must('an RFC 3339 time or a Date', (value) => !Number.isNaN(new Date(value as string).getTime())),
  name: nonEmpty,
  kinds: must('an array', Array.isArray),
  map: isA('function'),
  redact: isA('function'),
  find: isA('function'),
  batch: { maxRecords: whole, maxBytes: whole },
};

/** A service that receives records. */
export interface RemoteService extends Pick<Sink, 'probe'> {
  /** Connects; returns what receives the records of each unit. */
  connect(): RemoteConnection;
}

/** A service that is connected. */
export interface RemoteConnection {
  /** Starts a unit. `signal` ends its delivery. */
  begin(unit: Unit, signal: AbortSignal): BatchReceiver;
  /** Closes the connections. */
  close?(): Promise<void>;
}

/**
 * Creates a sink that sends records as JSON to a service.
 *
 * @param kind - Name of the sink, unless the options have another one.
 */
export function remoteSink(kind: string, options: RemoteSinkOptions, service: RemoteService): Sink {
  const { name = kind, from, map, kinds = map?.kinds, redact, batch, find } = options;
  return {
    name,
    kinds,
    remote: true,
    from,
    open: ({ exportName, signal }) => {
      const connection = service.connect();
      return Promise.resolve({
        begin: (unit, { attempt = 1, report, signal: ends = signal } = {}) => {
          const receiver = connection.begin(unit, AbortSignal.any([signal, ends]));
          const redelivery = attempt > 1;
          return Promise.resolve(
            new BatchWriter(receiver, { unit, exportName, redelivery, map, redact, batch, report }),
          );
        },
        ...(find && { find }),
        close: () => connection.close?.() ?? Promise.resolve(),
      });
    },
    probe: (probing) => service.probe(probing),
  };
}
