/** Schemas of events that the client sends. */
import * as z from 'zod';
import { characters, constrain, timestamp } from '../kit/limits.schema.js';
import { object, type ObjectSchema, openObject, openUnion, rule, type Schema, union } from '../kit/schema.js';
import { sessionLimits } from './limits.js';
import {
  SessionMessageBlockSchema,
  SessionMessageContentSchema,
  SessionTextBlockSchema,
  SessionToolResultBlockSchema,
  SessionToolResultContentSchema,
} from './session-content.schema.js';
import type { SessionFileSource, SessionTextBlock } from './session-content.js';
import type * as types from './user-events.js';

const file: ObjectSchema<SessionFileSource> = object<SessionFileSource>()({
  file_id: z.string().min(1),
  type: z.literal('file'),
});

const outcome: ObjectSchema<types.UserDefineOutcomeParams> = object<types.UserDefineOutcomeParams>()({
  description: characters({ min: 1 }),
  rubric: union<types.UserDefineOutcomeParams['rubric']>()('type', {
    text: object<types.TextRubric>()({
      content: characters({ min: 1, max: sessionLimits.rubricCharacters }),
      type: z.literal('text'),
    }),
    file,
  }),
  type: z.enum(['user.define_outcome', 'define_outcome']),
  max_iterations: z.int().min(1).max(sessionLimits.outcomeIterations).nullish(),
});

const message: ObjectSchema<types.UserMessageParams> = object<types.UserMessageParams>()({
  content: z.array(SessionMessageBlockSchema).min(1),
  type: z.literal('user.message'),
});

/** Schema of an event that starts a session. */
export const initialEventSchema: Schema<types.UserMessageParams | types.UserDefineOutcomeParams> = union<
  types.UserMessageParams | types.UserDefineOutcomeParams
>()('type', { 'user.message': message, 'user.define_outcome': outcome, define_outcome: outcome });

const toolResult = {
  content: z.array(SessionToolResultBlockSchema).optional(),
  is_error: z.boolean().nullish(),
};

/** Schema of {@link types.UserEventParams}. */
export const UserEventParamsSchema: Schema<types.UserEventParams> = union<types.UserEventParams>()('type', {
  'user.message': message,
  'user.interrupt': object<types.UserInterruptParams>()({
    type: z.literal('user.interrupt'),
    session_thread_id: z.string().nullish(),
  }),
  'user.tool_confirmation': constrain(
    object<types.UserToolConfirmationParams>()({
      result: z.enum(['allow', 'deny']),
      tool_use_id: z.string().min(1),
      type: z.literal('user.tool_confirmation'),
      deny_message: z.string().nullish(),
    }),
    (event, report) => {
      if (event.result === 'allow' && typeof event.deny_message === 'string')
        report('GEN-005', 'is only allowed when result is deny', ['deny_message']);
    },
  ),
  'user.custom_tool_result': object<types.UserCustomToolResultParams>()({
    ...toolResult,
    custom_tool_use_id: z.string().min(1),
    type: z.literal('user.custom_tool_result'),
  }),
  'user.tool_result': object<types.UserToolResultParams>()({
    ...toolResult,
    tool_use_id: z.string().min(1),
    type: z.literal('user.tool_result'),
  }),
  'user.define_outcome': outcome,
  define_outcome: outcome,
  'system.message': object<types.SystemMessageParams>()({
    content: rule('SLA-004', z.array(SessionTextBlockSchema).min(1).max(sessionLimits.systemMessageTexts)),
    type: z.literal('system.message'),
  }),
});

const base = { id: z.string().startsWith('sevt_'), processed_at: timestamp.nullish() };
const storedResult = {
  ...base,
  content: z.array(SessionToolResultContentSchema).optional(),
  is_error: z.boolean().nullish(),
  session_thread_id: z.string().nullish(),
};

/** Members of {@link types.UserEvent}, by type. */
export const userEventMembers: {
  readonly [Type in types.UserEvent['type']]: Schema<Extract<types.UserEvent, { type: Type }>>;
} = {
  'user.message': openObject<types.UserMessageEvent>()({
    ...base,
    content: z.array(SessionMessageContentSchema),
    type: z.literal('user.message'),
  }),
  'user.interrupt': openObject<types.UserInterruptEvent>()({
    ...base,
    type: z.literal('user.interrupt'),
    session_thread_id: z.string().nullish(),
  }),
  'user.tool_confirmation': openObject<types.UserToolConfirmationEvent>()({
    ...base,
    result: z.enum(['allow', 'deny']),
    tool_use_id: z.string(),
    type: z.literal('user.tool_confirmation'),
    deny_message: z.string().nullish(),
    session_thread_id: z.string().nullish(),
  }),
  'user.custom_tool_result': openObject<types.UserCustomToolResultEvent>()({
    ...storedResult,
    custom_tool_use_id: z.string(),
    type: z.literal('user.custom_tool_result'),
  }),
  'user.tool_result': openObject<types.UserToolResultEvent>()({
    ...storedResult,
    tool_use_id: z.string(),
    type: z.literal('user.tool_result'),
  }),
  'user.define_outcome': openObject<types.UserDefineOutcomeEvent>()({
    ...base,
    description: z.string(),
    max_iterations: z.int().nullish(),
    outcome_id: z.string().startsWith('outc_'),
    rubric: openUnion<types.UserDefineOutcomeEvent['rubric']>()('type', {
      text: openObject<types.TextRubric>()({ content: z.string(), type: z.literal('text') }),
      file: openObject<SessionFileSource>()({ file_id: z.string(), type: z.literal('file') }),
    }),
    type: z.literal('user.define_outcome'),
  }),
  'system.message': openObject<types.SystemMessageEvent>()({
    ...base,
    content: z.array(openObject<SessionTextBlock>()({ text: z.string(), type: z.literal('text') })),
    type: z.literal('system.message'),
  }),
};
