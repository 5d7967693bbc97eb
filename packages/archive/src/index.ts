/**
 * Public entry of `@parlance/archive`: exports of an organization's chats and activities, with certificates, verification, search and
 * retention.
 *
 * @module index
 */
export { ArchiveError } from './archive-error.js';
export type { ArchiveErrorCode, ArchivePlace } from './archive-error.js';
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
export type { ArchiveFolder } from './folder/archive-folder.js';
export type { AsideFile, AsideFileSummary, Compression } from './folder/aside-file.js';
export { ndjson } from './sinks/ndjson-sink.js';
export type { NdjsonOptions } from './sinks/ndjson-sink.js';
export type {
  BeginOptions,
  OpenSink,
  Sink,
  SinkContext,
  Unit,
  UnitWriter,
  WrittenFile,
} from './sinks/sink.js';
