/** Events about workflow runs: programs that start threads in phases. */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import { ServiceEventBase } from './agent-events.contract.js';
import type * as types from './workflow-events.js';

/** Fields of every event of a workflow run. */
export const WorkflowRunEventBase: ObjectSchema<types.WorkflowRunEventBase> = openObject('ServiceEventBase', {
  ...ServiceEventBase.shape,
  /** Identifier of the workflow run. */
  workflow_run_id: z.string(),
});

/** Why a workflow run failed. */
export const WorkflowRunError: ObjectSchema<types.WorkflowRunError> = openObject({
  /** Description of the error. */
  message: z.string(),
  /** Type of the error. */
  type: z.enum([
    'max_workflow_runs_error',
    'program_error',
    'thread_limit_error',
    'timeout_error',
    'unknown_error',
  ]),
});

const error = openUnion('type', [WorkflowRunError]);

/** The workflow run is complete. */
export const WorkflowRunCompleted: ObjectSchema<types.WorkflowRunCompleted> = openObject({
  type: z.literal('completed'),
});

/** The workflow run was stopped. */
export const WorkflowRunStopped: ObjectSchema<types.WorkflowRunStopped> = openObject({
  type: z.literal('stopped'),
});

/** The workflow run failed. */
export const WorkflowRunFailed: ObjectSchema<types.WorkflowRunFailed> = openObject({
  /** The error. */
  error,
  type: z.literal('error'),
});

/** How a workflow run ended. */
export const WorkflowRunResult: Schema<types.WorkflowRunResult> = openUnion('type', [
  WorkflowRunCompleted,
  WorkflowRunStopped,
  WorkflowRunFailed,
]);

/** A phase of a workflow run. */
export const WorkflowRunPhase: ObjectSchema<types.WorkflowRunPhase> = openObject({
  /** Identifier of the phase. */
  id: z.string(),
  /** Description; null or absent without one. */
  description: z.string().nullish(),
  /** Name of the phase. */
  name: z.string(),
});

/** A workflow run was created. */
export const WorkflowRunCreatedEvent: ObjectSchema<types.WorkflowRunCreatedEvent> = openObject(
  'WorkflowRunEventBase',
  {
    ...WorkflowRunEventBase.shape,
    /** Description; null or absent without one. */
    description: z.string().nullish(),
    /** Name of the workflow. */
    name: z.string(),
    /** Its phases. */
    phases: z.array(WorkflowRunPhase),
    type: z.literal('workflow_run.created'),
  },
);

/** A workflow run is running. */
export const WorkflowRunStatusRunningEvent: ObjectSchema<types.WorkflowRunStatusRunningEvent> = openObject(
  'WorkflowRunEventBase',
  {
    ...WorkflowRunEventBase.shape,
    type: z.literal('workflow_run.status_running'),
  },
);

/** A workflow run waits. */
export const WorkflowRunStatusIdleEvent: ObjectSchema<types.WorkflowRunStatusIdleEvent> = openObject(
  'WorkflowRunEventBase',
  {
    ...WorkflowRunEventBase.shape,
    type: z.literal('workflow_run.status_idle'),
  },
);

/** A workflow run ended. */
export const WorkflowRunStatusEndedEvent: ObjectSchema<types.WorkflowRunStatusEndedEvent> = openObject(
  'WorkflowRunEventBase',
  {
    ...WorkflowRunEventBase.shape,
    /** How it ended. */
    result: WorkflowRunResult,
    type: z.literal('workflow_run.status_ended'),
  },
);

/** An error of a workflow run, or one that prevented its creation. */
export const WorkflowRunErrorEvent: ObjectSchema<types.WorkflowRunErrorEvent> = openObject(
  'ServiceEventBase',
  {
    ...ServiceEventBase.shape,
    /** The error. */
    error,
    type: z.literal('workflow_run.error'),
    /** Identifier of the workflow run; null or absent if none was created. */
    workflow_run_id: z.string().nullish(),
  },
);

/** A phase of a workflow run started. */
export const WorkflowRunPhaseStartedEvent: ObjectSchema<types.WorkflowRunPhaseStartedEvent> = openObject(
  'WorkflowRunEventBase',
  {
    ...WorkflowRunEventBase.shape,
    type: z.literal('workflow_run.phase_started'),
    /** Identifier of the phase. */
    workflow_run_phase_id: z.string(),
  },
);

/** A phase of a workflow run ended. */
export const WorkflowRunPhaseEndedEvent: ObjectSchema<types.WorkflowRunPhaseEndedEvent> = openObject(
  'WorkflowRunEventBase',
  {
    ...WorkflowRunEventBase.shape,
    /** Identifier of the event with which it started. */
    phase_started_id: z.string(),
    type: z.literal('workflow_run.phase_ended'),
    /** Identifier of the phase. */
    workflow_run_phase_id: z.string(),
  },
);

/**
 * An event about a workflow run.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export const WorkflowEvent: Schema<types.WorkflowEvent> = union('type', [
  WorkflowRunCreatedEvent,
  WorkflowRunStatusRunningEvent,
  WorkflowRunStatusIdleEvent,
  WorkflowRunStatusEndedEvent,
  WorkflowRunErrorEvent,
  WorkflowRunPhaseStartedEvent,
  WorkflowRunPhaseEndedEvent,
]);
