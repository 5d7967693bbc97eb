/**
 * Public entry of `@parlance/archive`: exports of an organization's chats and activities, with certificates, verification, search and
 * retention.
 *
 * @module index
 */
export { ArchiveError, type ArchiveErrorCode, type ArchivePlace } from './archive-error.js';
export { defineExport, type ExportJob, type SinkFinding, type SkipOptions } from './export/define-export.js';
export type { Duration } from './export/definition/duration.js';
export type {
  DiskEstimate,
  ExplainOptions,
  ExportEstimate,
  RequestEstimate,
} from './export/forecast/explain.js';
export type { FollowerOptions } from './export/following/change-follower.js';
export { followActivities, type FollowOptions } from './export/following/follow-activities.js';
export { ExportError, type ExportErrorCode } from './export/definition/export-error.js';
export type { ExportEvent, ExportProgress } from './export/state/export-events.js';
export type {
  ActivityExportOptions,
  ChatExportOptions,
  ExportOptions,
} from './export/definition/export-options.js';
export type { ExportRun, StartExportOptions } from './export/running/export-run.js';
export type {
  ExportFailure,
  ExportForecast,
  ExportStatus,
  UnitCounts,
} from './export/state/export-status.js';
export type { FollowerDay, FollowerReport, FollowerStatus } from './export/state/follower-status.js';
export { activities, chats, directory, files, messages } from './export/definition/sources.js';
export type {
  ActivitiesOptions,
  ChatsOptions,
  ExportSource,
  FilesOptions,
} from './export/definition/sources.js';
export type { Certificate, Manifest, Recheck, Replacement } from './certificates/certificate.js';
export { ocsf, type OcsfOptions, type OcsfVersion } from './ocsf/ocsf.js';
export type { OcsfProduct } from './ocsf/ocsf-event.js';
export type { Conversation } from './reader/conversation.js';
export type { DirectoryEntry } from './reader/directory.js';
export { openArchive } from './reader/open-archive.js';
export type {
  ActivityQuery,
  Archive,
  CertifiedRecord,
  ChatQuery,
  RecordOfKinds,
  RecordQuery,
  StateQuery,
} from './reader/open-archive.js';
export type { TimeBounds } from './reader/record-filter.js';
export type {
  ArchivedBlock,
  ArchivedContents,
  ArchivedFile,
  ArchivedMessage,
  ArchivedOutcome,
  ArchivedPresence,
  ArchivedSnapshot,
  ArchivedUser,
  ArchiveRecord,
  ChatPresence,
  ErasedRecord,
  MessageEntry,
  RecordBodies,
  RecordKind,
  RecordOf,
} from './records/archive-record.js';
export type {
  ApplyRetentionOptions,
  RetentionCanary,
  RetentionCaps,
  RetentionEvent,
  RetentionResult,
} from './retention/apply-options.js';
export { applyRetention } from './retention/apply-retention.js';
export {
  APPROVERS_NAMESPACE,
  ARCHIVE_NAMESPACE,
  PLAN_NAMESPACE,
  signedText,
  signerOf,
} from './retention/approvals.js';
export type { Approval, SignedDigest } from './retention/approvals.js';
export { acceptApprovers, approversInForce } from './retention/approvers-in-force.js';
export type { AcceptApproversOptions, ApproversInForce } from './retention/approvers-in-force.js';
export { approversDigest, type ApproverKey, type ApproverPolicy } from './retention/approvers.js';
export { recordDeletionActivities, type DeletionActivitiesOptions } from './retention/deletion-activities.js';
export type { HeldChat, Hold, HoldEffect, HoldScope } from './retention/hold.js';
export { openHolds, type AddedHold, type CheckedHold, type Holds, type NewHold } from './retention/holds.js';
export { readRetentionJournal } from './retention/journal.js';
export type { JournalEntry, JournalFact, JournalLink } from './retention/journal.js';
export { readPlannedDeletions, readRetentionPlan } from './retention/plan-file.js';
export type {
  HoldCounts,
  PlanCounts,
  PlanHeader,
  PlannedDeletion,
  PlanOutcome,
  PlanSummary,
  PlanWarning,
  RetentionPlan,
  RuleCounts,
} from './retention/plan-file.js';
export { checkRetentionPolicy, planRetention } from './retention/plan-retention.js';
export type { PlanRetentionOptions } from './retention/plan-retention.js';
export { RetentionError, type RetentionErrorCode } from './retention/retention-error.js';
export { retentionReport } from './retention/retention-report.js';
export type { PlanReport, RetentionReport, RetentionReportOptions } from './retention/retention-report.js';
export type { ResolvedRuleReference, RetentionRule } from './retention/rules.js';
export { planPage } from './review/plan-page.js';
export { reviewRetentionPlan } from './review/review-plan.js';
export type {
  PlanChange,
  PlannedPerson,
  PlanReview,
  ReviewedChat,
  ReviewPlanOptions,
} from './review/review-plan.js';
export type { ObjectKind, ResolvedReference, TypedReference } from './scopes/reference.js';
export type { ArchiveFolder } from './folder/archive-folder.js';
export type { AsideFile } from './folder/aside-file.js';
export type { Compression } from './sinks/segments.js';
export { ndjson, type NdjsonOptions } from './sinks/ndjson-sink.js';
export { redactContent } from './sinks/redact-content.js';
export type { BatchOptions, RemoteSinkOptions } from './sinks/batch-writer.js';
export { http } from './sinks/http/http.js';
export type { HttpRequestOptions, HttpRetryOptions, HttpSinkOptions } from './sinks/http/http.js';
export type { SinkHeaders } from './sinks/http/http-headers.js';
export { splunk, type SplunkOptions } from './sinks/http/splunk.js';
export { s3, type S3Client, type S3Options } from './sinks/s3.js';
export { SinkError, type SinkErrorCode } from './sinks/sink-error.js';
export { syslog, type SyslogOptions } from './sinks/syslog/syslog.js';
export type { Delivery, RecordMapping, Redaction } from './sinks/record-mapping.js';
export type { ChatExtents, Extent, Unit } from './certificates/extent.js';
export type {
  BeginOptions,
  DeliveryReport,
  DiskUse,
  ExpectedRecords,
  OpenSink,
  RejectedRecord,
  Sink,
  SinkContext,
  UnitWriter,
  WrittenUnit,
} from './sinks/sink.js';
export { verifyArchive } from './verify/verify-archive.js';
export type {
  VerificationErasure,
  VerificationProblem,
  VerificationProgress,
  VerificationResult,
  VerificationRule,
  VerifyOptions,
} from './verify/verification.js';
export { exportForCounsel, type CounselOptions, type CounselResult } from './counsel/export-for-counsel.js';
export { searchArchive, searchPages } from './sqlite/search-archive.js';
export type { SearchOptions, SearchResult, SkippedFiles } from './sqlite/search-archive.js';
export type { SearchHit } from './sqlite/read-hits.js';
export type { RefusedHit, VerifiedHits } from './sqlite/verify-hits.js';
export type { Excerpt } from './text/excerpt.js';
export type { ExtractText, FileTextProblem } from './text/file-text.js';

export { sqlite, type SqliteOptions } from './sqlite/sqlite-sink.js';
export { parquet, type ParquetOptions } from './parquet/parquet-sink.js';
export { SignatureError, type SignatureErrorCode } from './signatures/signature-error.js';
export { fingerprintOf } from './signatures/ssh-public-key.js';
