/** Schemas of events about workflow runs. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
import type * as types from './workflow-events.js';

const base = { id: z.string().startsWith('sevt_'), processed_at: timestamp };
const run = { ...base, workflow_run_id: z.string() };

const knownError: ObjectSchema<types.WorkflowRunError> = openObject<types.WorkflowRunError>()({
  message: z.string(),
  type: z.enum([
    'max_workflow_runs_error',
    'program_error',
    'thread_limit_error',
    'timeout_error',
    'unknown_error',
  ]),
});
const error = openUnion<types.WorkflowRunErrorEvent['error']>()('type', {
  max_workflow_runs_error: knownError,
  program_error: knownError,
  thread_limit_error: knownError,
  timeout_error: knownError,
  unknown_error: knownError,
});

const result: Schema<types.WorkflowRunResult> = openUnion<types.WorkflowRunResult>()('type', {
  completed: openObject<types.WorkflowRunCompleted>()({ type: z.literal('completed') }),
  stopped: openObject<types.WorkflowRunStopped>()({ type: z.literal('stopped') }),
  error: openObject<types.WorkflowRunFailed>()({ error, type: z.literal('error') }),
});

/** Members of {@link types.WorkflowEvent}, by type. */
export const workflowEventMembers: {
  readonly [Type in types.WorkflowEvent['type']]: Schema<Extract<types.WorkflowEvent, { type: Type }>>;
} = {
  'workflow_run.created': openObject<types.WorkflowRunCreatedEvent>()({
    ...run,
    description: z.string().nullish(),
    name: z.string(),
    phases: z.array(
      openObject<types.WorkflowRunPhase>()({
        id: z.string(),
        description: z.string().nullish(),
        name: z.string(),
      }),
    ),
    type: z.literal('workflow_run.created'),
  }),
  'workflow_run.status_running': openObject<types.WorkflowRunStatusRunningEvent>()({
    ...run,
    type: z.literal('workflow_run.status_running'),
  }),
  'workflow_run.status_idle': openObject<types.WorkflowRunStatusIdleEvent>()({
    ...run,
    type: z.literal('workflow_run.status_idle'),
  }),
  'workflow_run.status_ended': openObject<types.WorkflowRunStatusEndedEvent>()({
    ...run,
    result,
    type: z.literal('workflow_run.status_ended'),
  }),
  'workflow_run.error': openObject<types.WorkflowRunErrorEvent>()({
    ...base,
    error,
    type: z.literal('workflow_run.error'),
    workflow_run_id: z.string().nullish(),
  }),
  'workflow_run.phase_started': openObject<types.WorkflowRunPhaseStartedEvent>()({
    ...run,
    type: z.literal('workflow_run.phase_started'),
    workflow_run_phase_id: z.string(),
  }),
  'workflow_run.phase_ended': openObject<types.WorkflowRunPhaseEndedEvent>()({
    ...run,
    phase_started_id: z.string(),
    type: z.literal('workflow_run.phase_ended'),
    workflow_run_phase_id: z.string(),
  }),
};
