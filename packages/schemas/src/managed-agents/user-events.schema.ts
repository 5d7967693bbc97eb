/** Schemas of events that the client sends. */
import { s } from '../kit/schema.js';
import { characters, constrain, timestamp } from '../kit/limits.schema.js';
import { object, openObject, openUnion, union, type Schema } from '../kit/schema.js';
import { sessionLimits } from './limits.js';
import {
  SessionMessageBlockSchema,
  SessionMessageContentSchema,
  SessionToolResultBlockSchema,
  SessionToolResultContentSchema,
} from './session-content.schema.js';
import type { SessionFileSource } from './session-content.js';
import type {
  TextRubric,
  UserCustomToolResultEvent,
  UserCustomToolResultParams,
  UserDefineOutcomeEvent,
  UserDefineOutcomeParams,
  UserEvent,
  UserEventParams,
  UserInterruptEvent,
  UserInterruptParams,
  UserMessageEvent,
  UserMessageParams,
  UserToolConfirmationEvent,
  UserToolConfirmationParams,
  UserToolResultEvent,
  UserToolResultParams,
} from './user-events.js';

const file: Schema<SessionFileSource> = object<SessionFileSource>()({
  file_id: s.string().min(1),
  type: s.literal('file'),
});

const outcome: Schema<UserDefineOutcomeParams> = object<UserDefineOutcomeParams>()({
  description: characters({ min: 1 }),
  rubric: union<UserDefineOutcomeParams['rubric']>()('type', {
    text: object<TextRubric>()({
      content: characters({ min: 1, max: sessionLimits.rubricCharacters }),
      type: s.literal('text'),
    }),
    file,
  }),
  type: s.enum(['user.define_outcome', 'define_outcome']),
  max_iterations: s.int().min(1).max(sessionLimits.outcomeIterations).nullable().optional(),
});

const toolResult = {
  content: s.array(SessionToolResultBlockSchema).optional(),
  is_error: s.boolean().nullable().optional(),
};

/** Schema of {@link UserEventParams}. */
export const UserEventParamsSchema: Schema<UserEventParams> = union<UserEventParams>()('type', {
  'user.message': object<UserMessageParams>()({
    content: s.array(SessionMessageBlockSchema).min(1),
    type: s.literal('user.message'),
  }),
  'user.interrupt': object<UserInterruptParams>()({
    type: s.literal('user.interrupt'),
    session_thread_id: s.string().nullable().optional(),
  }),
  'user.tool_confirmation': constrain(
    object<UserToolConfirmationParams>()({
      result: s.enum(['allow', 'deny']),
      tool_use_id: s.string().min(1),
      type: s.literal('user.tool_confirmation'),
      deny_message: s.string().nullable().optional(),
    }),
    (event, report) => {
      if (event.result === 'allow' && typeof event.deny_message === 'string')
        report('GEN-005', 'can only be given when result is deny', ['deny_message']);
    },
  ),
  'user.custom_tool_result': object<UserCustomToolResultParams>()({
    ...toolResult,
    custom_tool_use_id: s.string().min(1),
    type: s.literal('user.custom_tool_result'),
  }),
  'user.tool_result': object<UserToolResultParams>()({
    ...toolResult,
    tool_use_id: s.string().min(1),
    type: s.literal('user.tool_result'),
  }),
  'user.define_outcome': outcome,
  define_outcome: outcome,
});

const base = { id: s.string().startsWith('sevt_'), processed_at: timestamp.nullable().optional() };
const storedResult = {
  ...base,
  content: s.array(SessionToolResultContentSchema).optional(),
  is_error: s.boolean().nullable().optional(),
  session_thread_id: s.string().nullable().optional(),
};

/** Members of {@link UserEvent}, by type. */
export const userEventMembers: {
  readonly [Type in UserEvent['type']]: Schema<Extract<UserEvent, { type: Type }>>;
} = {
  'user.message': openObject<UserMessageEvent>()({
    ...base,
    content: s.array(SessionMessageContentSchema),
    type: s.literal('user.message'),
  }),
  'user.interrupt': openObject<UserInterruptEvent>()({
    ...base,
    type: s.literal('user.interrupt'),
    session_thread_id: s.string().nullable().optional(),
  }),
  'user.tool_confirmation': openObject<UserToolConfirmationEvent>()({
    ...base,
    result: s.enum(['allow', 'deny']),
    tool_use_id: s.string(),
    type: s.literal('user.tool_confirmation'),
    deny_message: s.string().nullable().optional(),
    session_thread_id: s.string().nullable().optional(),
  }),
  'user.custom_tool_result': openObject<UserCustomToolResultEvent>()({
    ...storedResult,
    custom_tool_use_id: s.string(),
    type: s.literal('user.custom_tool_result'),
  }),
  'user.tool_result': openObject<UserToolResultEvent>()({
    ...storedResult,
    tool_use_id: s.string(),
    type: s.literal('user.tool_result'),
  }),
  'user.define_outcome': openObject<UserDefineOutcomeEvent>()({
    ...base,
    description: s.string(),
    max_iterations: s.int().nullable(),
    outcome_id: s.string().startsWith('outc_'),
    rubric: openUnion<UserDefineOutcomeEvent['rubric']>()('type', {
      text: openObject<TextRubric>()({ content: s.string(), type: s.literal('text') }),
      file: openObject<SessionFileSource>()({ file_id: s.string(), type: s.literal('file') }),
    }),
    type: s.literal('user.define_outcome'),
  }),
};
