/** Events about workflow runs: programs that start threads in phases. */
import type { UnknownMember } from '../kit/open.js';
import type { ServiceEventBase } from './agent-events.js';

/** A phase of a workflow run. */
export interface WorkflowRunPhase {
  /** Identifier of the phase. */
  id: string;
  /** Description; null or absent without one. */
  description?: string | null | undefined;
  /** Name of the phase. */
  name: string;
}

/** Why a workflow run failed. */
export interface WorkflowRunError {
  /** Description of the error. */
  message: string;
  /** Type of the error. */
  type:
    'max_workflow_runs_error' | 'program_error' | 'thread_limit_error' | 'timeout_error' | 'unknown_error';
}

/** The workflow run is complete. */
export interface WorkflowRunCompleted {
  /** Always `completed`. */
  type: 'completed';
}

/** The workflow run was stopped. */
export interface WorkflowRunStopped {
  /** Always `stopped`. */
  type: 'stopped';
}

/** The workflow run failed. */
export interface WorkflowRunFailed {
  /** The error. */
  error: WorkflowRunError | UnknownMember;
  /** Always `error`. */
  type: 'error';
}

/** How a workflow run ended. */
export type WorkflowRunResult = WorkflowRunCompleted | WorkflowRunStopped | WorkflowRunFailed | UnknownMember;

/** Fields of every event of a workflow run. */
export interface WorkflowRunEventBase extends ServiceEventBase {
  /** Identifier of the workflow run. */
  workflow_run_id: string;
}

/** A workflow run was created. */
export interface WorkflowRunCreatedEvent extends WorkflowRunEventBase {
  /** Description; null or absent without one. */
  description?: string | null | undefined;
  /** Name of the workflow. */
  name: string;
  /** Its phases. */
  phases: WorkflowRunPhase[];
  /** Always `workflow_run.created`. */
  type: 'workflow_run.created';
}

/** A workflow run is running. */
export interface WorkflowRunStatusRunningEvent extends WorkflowRunEventBase {
  /** Always `workflow_run.status_running`. */
  type: 'workflow_run.status_running';
}

/** A workflow run waits. */
export interface WorkflowRunStatusIdleEvent extends WorkflowRunEventBase {
  /** Always `workflow_run.status_idle`. */
  type: 'workflow_run.status_idle';
}

/** A workflow run ended. */
export interface WorkflowRunStatusEndedEvent extends WorkflowRunEventBase {
  /** How it ended. */
  result: WorkflowRunResult;
  /** Always `workflow_run.status_ended`. */
  type: 'workflow_run.status_ended';
}

/** An error of a workflow run, or one that prevented its creation. */
export interface WorkflowRunErrorEvent extends ServiceEventBase {
  /** The error. */
  error: WorkflowRunError | UnknownMember;
  /** Always `workflow_run.error`. */
  type: 'workflow_run.error';
  /** Identifier of the workflow run; null or absent if none was created. */
  workflow_run_id?: string | null | undefined;
}

/** A phase of a workflow run started. */
export interface WorkflowRunPhaseStartedEvent extends WorkflowRunEventBase {
  /** Always `workflow_run.phase_started`. */
  type: 'workflow_run.phase_started';
  /** Identifier of the phase. */
  workflow_run_phase_id: string;
}

/** A phase of a workflow run ended. */
export interface WorkflowRunPhaseEndedEvent extends WorkflowRunEventBase {
  /** Identifier of the event with which it started. */
  phase_started_id: string;
  /** Always `workflow_run.phase_ended`. */
  type: 'workflow_run.phase_ended';
  /** Identifier of the phase. */
  workflow_run_phase_id: string;
}

/**
 * An event about a workflow run.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.6
 */
export type WorkflowEvent =
  | WorkflowRunCreatedEvent
  | WorkflowRunStatusRunningEvent
  | WorkflowRunStatusIdleEvent
  | WorkflowRunStatusEndedEvent
  | WorkflowRunErrorEvent
  | WorkflowRunPhaseStartedEvent
  | WorkflowRunPhaseEndedEvent;
