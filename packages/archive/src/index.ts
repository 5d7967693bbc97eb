/**
 * Public entry of `@parlance/archive`: exports of an organization's chats and activities, with certificates, verification, search and
 * retention.
 *
 * @module index
 */
export type { Certificate, Manifest, Recheck } from './certificates/certificate.js';
export type {
  ArchivedFile,
  ArchivedMessage,
  ArchivedOutcome,
  ArchivedUser,
  ArchiveRecord,
  RecordBodies,
  RecordKind,
  RecordOf,
} from './records/archive-record.js';
export type {
  BeginOptions,
  OpenSink,
  Sink,
  SinkContext,
  Unit,
  UnitWriter,
  WrittenFile,
} from './sinks/sink.js';
