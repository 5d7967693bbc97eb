/**
 * Events of scripted workflow runs.
 *
 * Rules: SLA-009.
 */
import { emitEvent, type RunContext } from './run-context.js';
import type { SessionWorkflow } from './session-scenario.js';

/** Emits the events of a workflow run, from its creation to its end. */
export function runWorkflow(context: RunContext, workflow: SessionWorkflow): void {
  const { world } = context;
  const { name, description = null, phases = [], error } = workflow;
  const run = { workflow_run_id: world.id('run_') };
  const listed = phases.map((phase) => ({ id: world.id('phase_'), description: null, name: phase }));
  emitEvent(context, { type: 'workflow_run.created', ...run, name, description, phases: listed });
  emitEvent(context, { type: 'workflow_run.status_running', ...run });
  for (const { id } of listed) {
    const phase = { ...run, workflow_run_phase_id: id };
    const started = emitEvent(context, { type: 'workflow_run.phase_started', ...phase });
    emitEvent(context, { type: 'workflow_run.phase_ended', ...phase, phase_started_id: started });
  }
  if (error !== undefined) emitEvent(context, { type: 'workflow_run.error', ...run, error });
  emitEvent(context, {
    type: 'workflow_run.status_ended',
    ...run,
    result: error === undefined ? { type: 'completed' } : { type: 'error', error },
  });
}
