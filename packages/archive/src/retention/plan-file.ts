import { createHash } from 'node:crypto';
import { FileError, writePrivateFile } from '@parlance/files';
import { ConfigError } from '@parlance/schemas/kit';
import { ArchiveError } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import { writeError } from '../folder/write-error.js';
import { readLines } from '../reader/read-lines.js';
import type { RetentionCaps } from './apply-options.js';
import { RetentionError } from './retention-error.js';
import type { ResolvedRuleReference, RetentionRule } from './rules.js';

/** The first line of a plan file. */
export interface PlanHeader {
  readonly type: 'plan';
  /** Version of the format. */
  readonly format: 4;
  /** The rules, with the ids of users and projects. */
  readonly rules: readonly RetentionRule[];
  /** The users and projects that the policy names, and what each was found to be. */
  readonly resolved: readonly ResolvedRuleReference[];
  /** SHA-256 of the canonical JSON of the rules as the policy has them, the number of approvals and the caps. */
  readonly policy: string;
  /** Number of people who must approve the plan. */
  readonly approvals: number;
  /** Caps of the policy; null if it has none. */
  readonly caps: RetentionCaps | null;
  /** Ids of the holds that were in force. */
  readonly holds: readonly string[];
  /** Time for which the rules were evaluated (RFC 3339). */
  readonly as_of: string;
  /** Time from which the plan cannot be applied (RFC 3339). */
  readonly expires_at: string;
  /** The archive: name of the export, and the last certificate that the plan uses. */
  readonly archive: { readonly export: string; readonly certificates: number; readonly head: string | null };
  /** UUIDs of the organizations of the archive. */
  readonly organizations: readonly string[];
  /** Whether chats are part of the plan though contents of their files are not archived. */
  readonly allow_missing_files: boolean;
}

/** A line of a plan file: a chat to delete. */
export interface PlannedDeletion {
  readonly type: 'delete';
  /** Id of the chat. */
  readonly chat: string;
  /** Id of its user. */
  readonly user: string;
  /** Id of its project; null if it has none. */
  readonly project: string | null;
  /** `updated_at` of the chat, as archived. */
  readonly updated_at: string;
  /** Name of the rule. */
  readonly rule: string;
  /** Partition of the archive that contains the chat. */
  readonly unit: string;
  /** Digest of its newest snapshot. */
  readonly digest: string;
}

/** Numbers of chats in a plan. */
export interface PlanCounts {
  /** Chats in the archive. */
  readonly archived: number;
  /** Chats that the plan deletes. */
  readonly to_delete: number;
  /** Chats that a rule keeps forever. */
  readonly kept_by_rule: number;
  /** Chats that changed too recently. */
  readonly too_recent: number;
  /** Chats that no rule applies to. */
  readonly no_rule: number;
  /** Chats that would be deleted, but for a hold. */
  readonly held: number;
  /** Chats that would be deleted, but whose messages or files are not completely archived. */
  readonly not_archived: number;
  /** Chats that do not exist any more, whatever the rules say. */
  readonly gone: number;
}

/** What a plan decides about a chat. */
export type PlanOutcome = Exclude<keyof PlanCounts, 'archived'>;

/** Numbers of chats that one rule decided about. */
export type RuleCounts = Omit<PlanCounts, 'archived' | 'no_rule'>;

/** Numbers of chats of one hold. */
export interface HoldCounts {
  /** Archived chats that the hold matches, whether or not a rule would delete them. */
  readonly matches: number;
  /** Those of them that a rule would delete. */
  readonly kept: number;
}

/** A hold that matches no archived chat. Such a hold on a user, project or chat refuses the plan, unless somebody has stated that it matches none yet. */
export interface PlanWarning {
  /** Id of the hold. */
  readonly hold: string;
  /** The warning, for people. */
  readonly message: string;
}

/** The last line of a plan file. */
export interface PlanSummary {
  readonly type: 'summary';
  /** Numbers of chats. */
  readonly counts: PlanCounts;
  /** What became of the chats that each rule decided about, by name of the rule. */
  readonly by_rule: Readonly<Record<string, RuleCounts>>;
  /** What each hold matches and keeps, by id of the hold. */
  readonly by_hold: Readonly<Record<string, HoldCounts>>;
  /** What should be reviewed before the plan is approved: holds that match no archived chat. */
  readonly warnings: readonly PlanWarning[];
  /** Largest number of chats to delete of one user. */
  readonly most_of_one_user: number;
  /** Up to 20 chats to delete, chosen by the SHA-256 of their ids, so that they can be reviewed. */
  readonly samples: readonly PlannedDeletion[];
  /** SHA-256 of all bytes of the file before this line. */
  readonly digest: string;
}

/** A plan of deletions: a file, and what it says. Everything but the chats is also here. */
export interface RetentionPlan extends Omit<PlanHeader, 'type'>, Omit<PlanSummary, 'type' | 'digest'> {
  /** The file. */
  readonly file: string;
  /** SHA-256 of the file. Approvals name it. */
  readonly digest: string;
}

/**
 * A line of a plan file. The header comes first, then the chats, then the summary. The digest of the summary is computed while the file is
 * written.
 */
export type PlanLine = PlanHeader | PlannedDeletion | Omit<PlanSummary, 'digest'>;

/**
 * Writes a plan. It appears under its name once it is complete, and only the owner may read it: it names users and chats.
 *
 * @throws {ArchiveError} When the file cannot be written.
 * @throws {ConfigError} When the path is a directory, a link or a device. An error of `lines` is rethrown, and nothing is written.
 */
export async function writeRetentionPlan(file: string, lines: AsyncIterable<PlanLine>): Promise<void> {
  try {
    await writePrivateFile(file, textOf(lines));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw error.cause === undefined
      ? new ConfigError('file', `file: ${error.message}`)
      : writeError(file, error.cause);
  }
}

async function* textOf(lines: AsyncIterable<PlanLine>): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256');
  for await (const line of lines) {
    const whole = line.type === 'summary' ? { ...line, digest: hash.copy().digest('hex') } : line;
    const text = `${canonicalJson(whole)}\n`;
    hash.update(text);
    yield text;
  }
}

/**
 * Reads a plan file, and checks that it is complete and unaltered.
 *
 * @param file - The file.
 * @returns The plan.
 * @throws {RetentionError} With code `plan_damaged` when it is not.
 */
export async function readRetentionPlan(file: string): Promise<RetentionPlan> {
  const body = createHash('sha256');
  const whole = createHash('sha256');
  let header: PlanHeader | undefined;
  let summary: PlanSummary | undefined;
  for await (const line of linesOf(file)) {
    if (summary !== undefined) throw damaged(file, 'continues after its summary');
    const parsed = parseLine(line, file);
    if (header === undefined && parsed.type !== 'plan') throw damaged(file, 'is not a retention plan');
    if (parsed.type === 'plan') header = parsed;
    else if (parsed.type === 'summary') summary = parsed;
    if (parsed.type !== 'summary') body.update(`${line}\n`);
    whole.update(`${line}\n`);
  }
  if (header === undefined || summary === undefined) throw damaged(file, 'is truncated');
  if (header.format !== 4)
    throw damaged(file, `has format ${String(header.format)}, and this release reads format 4`);
  if (body.digest('hex') !== summary.digest) throw damaged(file, 'was altered');
  const { type: _plan, ...head } = header;
  const { type: _summary, digest: _digest, ...rest } = summary;
  return { ...head, ...rest, file, digest: whole.digest('hex') };
}

/** Reads the chats of a plan file. */
export async function* readPlannedDeletions(file: string): AsyncGenerator<PlannedDeletion, void, undefined> {
  for await (const line of linesOf(file)) {
    const parsed = parseLine(line, file);
    if (parsed.type === 'delete') yield parsed;
  }
}

async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  try {
    // Only line feeds end lines: `node:readline` also accepts carriage returns, which would hide a change.
    yield* readLines(file, file);
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    throw new RetentionError('plan_damaged', `The plan ${error.message}`, { cause: error });
  }
}

function parseLine(line: string, file: string): PlanHeader | PlannedDeletion | PlanSummary {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw damaged(file, 'has a line that is not JSON');
  }
  const { type } = (value ?? {}) as { type?: unknown };
  if (type !== 'plan' && type !== 'delete' && type !== 'summary')
    throw damaged(file, 'is not a retention plan');
  // The digest of the whole file, which approvals name, protects the members.
  return value as PlanHeader | PlannedDeletion | PlanSummary;
}

function damaged(file: string, problem: string): RetentionError {
  return new RetentionError('plan_damaged', `The plan ${file} ${problem}. Make a new plan.`);
}
