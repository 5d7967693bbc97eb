/** Events that the client sends to a session, in requests and as stored by the session. */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import { characters, constrain, timestamp } from '../kit/limits.schema.js';
import { object, type ObjectSchema, openObject, openUnion, rule, type Schema, union } from '../kit/schema.js';
import * as content from './session-content.contract.js';
import { sessionLimits } from './session-resources.contract.js';
import type * as types from './user-events.js';
import type * as contentTypes from './session-content.js';

/** Criteria for the grader, as text. */
export const TextRubric: ObjectSchema<types.TextRubric> = object({
  /** The criteria, at most 262,144 characters. */
  content: characters({ min: 1, max: sessionLimits.rubricCharacters }),
  type: z.literal('text'),
});

/**
 * Defines an outcome: the agent works until a grader is satisfied. A session has one active outcome at a time.
 *
 * @source managed-agents > Events
 */
export const UserDefineOutcomeParams: ObjectSchema<types.UserDefineOutcomeParams> = object({
  /** What the agent should produce. */
  description: characters({ min: 1 }),
  /** Criteria for the grader. */
  rubric: union('type', [TextRubric, content.SessionFileSource]),
  /** Always `user.define_outcome`. The short form `define_outcome` is accepted too. */
  type: z.enum(['user.define_outcome', 'define_outcome']),
  /** Maximum number of revision cycles, 1 to 20. Default 3. */
  max_iterations: z.int().min(1).max(sessionLimits.outcomeIterations).nullish(),
});

/** Sends a message of the user to the agent. */
export const UserMessageParams: ObjectSchema<types.UserMessageParams> = object({
  /** Content of the message. */
  content: z.array(content.SessionMessageBlock).min(1),
  type: z.literal('user.message'),
});

/**
 * Schema of an event that starts a session.
 *
 * @internal
 */
export const InitialEvent: Schema<types.UserMessageParams | types.UserDefineOutcomeParams> = typed(
  'UserMessageParams | UserDefineOutcomeParams',
  union('type', [UserMessageParams, UserDefineOutcomeParams]),
);

const toolResult = {
  /** Result of the tool. Default: empty. */
  content: z.array(content.SessionToolResultBlock).optional(),
  /** Whether the tool failed. */
  is_error: z.boolean().nullish(),
};

/** Interrupts the running turn, before any queued messages. */
export const UserInterruptParams: ObjectSchema<types.UserInterruptParams> = object({
  type: z.literal('user.interrupt'),
  /** Thread to interrupt. Defaults to the whole session. */
  session_thread_id: z.string().nullish(),
});

/** Allows or denies a tool call that waits for confirmation. */
export const UserToolConfirmationParams: ObjectSchema<types.UserToolConfirmationParams> = object({
  /** Whether the tool may run. */
  result: z.enum(['allow', 'deny']),
  /** Identifier of the `agent.tool_use` or `agent.mcp_tool_use` event. */
  tool_use_id: z.string().min(1),
  type: z.literal('user.tool_confirmation'),
  /** Reason to report to the agent. Only with `deny`. */
  deny_message: z.string().nullish(),
});

/**
 * Result of a custom tool.
 *
 * @source managed-agents > Events
 */
export const UserCustomToolResultParams: ObjectSchema<types.UserCustomToolResultParams> = object({
  ...toolResult,
  /** Identifier of the `agent.custom_tool_use` event. */
  custom_tool_use_id: z.string().min(1),
  type: z.literal('user.custom_tool_result'),
});

/** Returns the result of a built-in tool that a self-hosted environment ran. */
export const UserToolResultParams: ObjectSchema<types.UserToolResultParams> = object({
  ...toolResult,
  /** Identifier of the `agent.tool_use` event. */
  tool_use_id: z.string().min(1),
  type: z.literal('user.tool_result'),
});

/**
 * Text of the operator, added to the system prompt for later model requests. The service rejects it while the session waits for
 * results or confirmations.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export const SystemMessageParams: ObjectSchema<types.SystemMessageParams> = object({
  /** 1 to 1,000 texts. */
  content: rule('SLA-004', z.array(content.SessionTextBlock).min(1).max(sessionLimits.systemMessageTexts)),
  type: z.literal('system.message'),
});

/** An event to send to a session. */
export const UserEventParams: Schema<types.UserEventParams> = union('type', [
  UserMessageParams,
  UserInterruptParams,
  constrain(UserToolConfirmationParams, (event, report) => {
    if (event.result === 'allow' && typeof event.deny_message === 'string')
      report('GEN-005', 'is only allowed when result is deny', ['deny_message']);
  }),
  UserCustomToolResultParams,
  UserToolResultParams,
  UserDefineOutcomeParams,
  SystemMessageParams,
]);

/** Fields of every event. */
export const SessionEventBase: ObjectSchema<types.SessionEventBase> = openObject({
  /** Identifier, `sevt_...`. */
  id: z.string().startsWith('sevt_'),
});

/** Fields of every stored event of the client. */
export const UserEventBase: ObjectSchema<types.UserEventBase> = openObject('SessionEventBase', {
  ...SessionEventBase.shape,
  /** Time at which the session processed the event (RFC 3339); null while it is queued. */
  processed_at: timestamp.nullish(),
});

const storedResult = {
  ...UserEventBase.shape,
  /** Result of the tool. */
  content: z.array(content.SessionToolResultContent).optional(),
  /** Whether the tool failed. */
  is_error: z.boolean().nullish(),
  /** Thread of the tool use; null for the primary thread. */
  session_thread_id: z.string().nullish(),
};

/** A stored message of the user. */
export const UserMessageEvent: ObjectSchema<types.UserMessageEvent> = openObject('UserEventBase', {
  ...UserEventBase.shape,
  /** Content of the message. */
  content: z.array(content.SessionMessageContent),
  type: z.literal('user.message'),
});

/** A stored interrupt. */
export const UserInterruptEvent: ObjectSchema<types.UserInterruptEvent> = openObject('UserEventBase', {
  ...UserEventBase.shape,
  type: z.literal('user.interrupt'),
  /** Thread to interrupt; null for the whole session. */
  session_thread_id: z.string().nullish(),
});

/** A stored confirmation. */
export const UserToolConfirmationEvent: ObjectSchema<types.UserToolConfirmationEvent> = openObject(
  'UserEventBase',
  {
    ...UserEventBase.shape,
    /** Whether the tool may run. */
    result: z.enum(['allow', 'deny']),
    /** Identifier of the tool use event. */
    tool_use_id: z.string(),
    type: z.literal('user.tool_confirmation'),
    /** Reason that the agent received. */
    deny_message: z.string().nullish(),
    /** Thread of the tool use; null for the primary thread. */
    session_thread_id: z.string().nullish(),
  },
);

/** A stored result of a custom tool. */
export const UserCustomToolResultEvent: ObjectSchema<types.UserCustomToolResultEvent> = openObject(
  'UserEventBase',
  {
    ...storedResult,
    /** Identifier of the tool use event. */
    custom_tool_use_id: z.string(),
    type: z.literal('user.custom_tool_result'),
  },
);

/** A stored result of a built-in tool. */
export const UserToolResultEvent: ObjectSchema<types.UserToolResultEvent> = openObject('UserEventBase', {
  ...storedResult,
  /** Identifier of the tool use event. */
  tool_use_id: z.string(),
  type: z.literal('user.tool_result'),
});

const textRubric: ObjectSchema<types.TextRubric> = openObject({
  content: z.string(),
  type: z.literal('text'),
});

const fileSource: ObjectSchema<contentTypes.SessionFileSource> = openObject({
  file_id: z.string(),
  type: z.literal('file'),
});

/** A stored outcome. */
export const UserDefineOutcomeEvent: ObjectSchema<types.UserDefineOutcomeEvent> = openObject(
  'UserEventBase',
  {
    ...UserEventBase.shape,
    /** What the agent should produce. */
    description: z.string(),
    /** Maximum number of revision cycles; null or absent if it was not set. */
    max_iterations: z.int().nullish(),
    /** Identifier of the outcome, `outc_...`. */
    outcome_id: z.string().startsWith('outc_'),
    /** Criteria for the grader. */
    rubric: openUnion('type', [typed('TextRubric', textRubric), typed('SessionFileSource', fileSource)]),
    type: z.literal('user.define_outcome'),
  },
);

/** A stored text of the operator. */
export const SystemMessageEvent: ObjectSchema<types.SystemMessageEvent> = openObject('UserEventBase', {
  ...UserEventBase.shape,
  /** The texts. */
  content: z.array(content.shownText),
  type: z.literal('system.message'),
});

/** A stored event of the client. */
export const UserEvent: Schema<types.UserEvent> = union('type', [
  UserMessageEvent,
  UserInterruptEvent,
  UserToolConfirmationEvent,
  UserCustomToolResultEvent,
  UserToolResultEvent,
  UserDefineOutcomeEvent,
  SystemMessageEvent,
]);
