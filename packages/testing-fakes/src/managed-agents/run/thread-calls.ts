/** Tool calls of a reply: executed, sent to the client, or delegated to another agent. */
import type { NewEvent } from './session-log.js';
import type { ThreadState, ToolCall } from './session.js';
import { environments } from '../collections.js';
import { agentOf, emitThreadEvent, setThreadStatus, type RunContext } from './run-context.js';
import { countToolCall } from './session-cost.js';
import { newThread } from './session-state.js';
import { DELEGATE } from './thread-reply.js';
import { findTool, type FoundTool } from './tool-permission.js';
import { runTool } from './tool-results.js';
import { transition } from './transitions.js';

/** Processes the tool calls of a reply in order. */
export function makeCalls(context: RunContext, thread: ThreadState, calls: readonly ToolCall[]): void {
  for (const call of calls) makeCall(context, thread, call);
}

function makeCall(context: RunContext, thread: ThreadState, call: ToolCall): void {
  if (call.name === DELEGATE && call.server === undefined && thread.parentId === null)
    return delegate(context, thread, call);
  const tool = findTool(context.world, agentOf(context, thread).tools, call);
  if (tool?.kind === 'custom') return wait(context, thread, call);
  const eventId = emitThreadEvent(context, thread, useEvent(call, tool, thread), tool?.permission === 'ask');
  const found: ToolCall = tool?.kind === 'mcp' ? { ...call, server: tool.server } : call;
  if (tool === undefined || tool.permission === 'deny')
    return emitResult(context, thread, {
      eventId,
      call: found,
      text: `${call.name} is not available.`,
      isError: true,
    });
  if (tool.permission === 'ask')
    thread.pending.push({ eventId, awaits: 'confirmation', call: found, answer: null });
  else execute(context, thread, { eventId, call: found });
}

/** Requests the result of a custom tool, which the client runs. */
function wait(context: RunContext, thread: ThreadState, call: ToolCall): void {
  const event: NewEvent = {
    type: 'agent.custom_tool_use',
    name: call.name,
    input: { ...call.input },
    session_thread_id: thread.parentId === null ? null : thread.id,
  };
  const eventId = emitThreadEvent(context, thread, event, true);
  thread.pending.push({ eventId, awaits: 'custom_result', call, answer: null });
}

function useEvent(call: ToolCall, tool: FoundTool | undefined, thread: ThreadState): NewEvent {
  const about = {
    name: call.name,
    input: { ...call.input },
    evaluated_permission: tool === undefined || tool.kind === 'custom' ? ('deny' as const) : tool.permission,
    session_thread_id: thread.parentId === null ? null : thread.id,
  };
  const server = tool?.kind === 'mcp' ? tool.server : call.server;
  return server === undefined
    ? { type: 'agent.tool_use', ...about }
    : { type: 'agent.mcp_tool_use', mcp_server_name: server, ...about };
}

interface Use {
  readonly eventId: string;
  readonly call: ToolCall;
}

/** Executes a permitted call. In a self-hosted environment the client executes it. */
function execute(context: RunContext, thread: ThreadState, use: Use): void {
  const { world, session } = context;
  const environment = world.store.of(environments).get(session.environment_id);
  if (use.call.server === undefined && environment?.config.type === 'self_hosted') {
    thread.pending.push({ ...use, awaits: 'hosted_result', answer: null });
    return;
  }
  const result = runTool(world, session, use.call);
  if (use.call.server === undefined) countToolCall(context, use.call);
  emitResult(context, thread, { ...use, text: result.text, isError: result.isError });
  if (result.serverFailed !== undefined && use.call.server !== undefined)
    emitThreadEvent(context, thread, {
      type: 'session.error',
      error: {
        type: `mcp_${result.serverFailed}_failed_error`,
        mcp_server_name: use.call.server,
        message: result.text,
        retry_status: { type: 'exhausted' },
      },
    });
}

interface ToolCallResult extends Use {
  readonly text: string;
  readonly isError: boolean;
}

function emitResult(context: RunContext, thread: ThreadState, result: ToolCallResult): void {
  const shown = { content: [{ type: 'text' as const, text: result.text }], is_error: result.isError };
  emitThreadEvent(
    context,
    thread,
    result.call.server === undefined
      ? { type: 'agent.tool_result', tool_use_id: result.eventId, ...shown }
      : { type: 'agent.mcp_tool_result', mcp_tool_use_id: result.eventId, ...shown },
  );
  thread.results.push(result.text);
}

/** Continues the calls that the client has resolved. */
export function executeResolved(context: RunContext, thread: ThreadState): void {
  const answered = thread.pending;
  thread.pending = [];
  for (const { eventId, call, answer } of answered) {
    if (answer?.kind === 'result') thread.results.push(answer.text);
    else if (answer?.kind === 'allow') execute(context, thread, { eventId, call });
    else if (answer?.kind === 'deny')
      emitResult(context, thread, { eventId, call, text: answer.message, isError: true });
  }
}

/**
 * Becomes idle with `requires_action` until the client resolves the pending calls. Delegated threads do the same.
 *
 * @returns Whether any call is waiting for the client.
 */
export function requestAction(context: RunContext): boolean {
  const asked: string[] = [];
  for (const thread of context.session.run.threads) {
    const own = thread.pending.filter(({ answer }) => answer === null).map(({ eventId }) => eventId);
    if (thread.parentId !== null && own.length > 0)
      setThreadStatus(context, thread, 'idle', { type: 'requires_action', event_ids: own });
    asked.push(...own);
  }
  if (asked.length > 0) transition(context, 'blocked', { eventIds: asked });
  return asked.length > 0;
}

/** Resumes a thread once it has all of its results. */
export function resume(thread: ThreadState): void {
  if (thread.pending.length > 0 || thread.delegates.length > 0 || thread.results.length === 0) return;
  thread.turns.push({ role: 'user', text: '', results: thread.results.join('\n') });
  thread.results = [];
  thread.phase = 'ready';
}

/** Delegates work to an agent of the roster, in a separate thread that is created on first use. */
function delegate(context: RunContext, thread: ThreadState, call: ToolCall): void {
  const { session, world } = context;
  const roster = session.agent.multiagent?.agents ?? [];
  const wanted = call.input['agent'];
  const index = roster.findIndex((agent) => agent.name === wanted || agent.id === wanted);
  const agent = roster[index];
  if (agent === undefined) {
    thread.results.push(`The roster does not contain an agent ${JSON.stringify(wanted)}.`);
    return;
  }
  let child = session.run.threads.find((other) => other.rosterIndex === index && other.archivedAt === null);
  if (child === undefined) {
    const createdAt = world.clock.iso();
    child = newThread({ id: world.id('sthr_'), rosterIndex: index, parentId: thread.id, createdAt });
    session.run.threads.push(child);
    const about = { session_thread_id: child.id, agent_name: agent.name };
    emitThreadEvent(context, thread, { type: 'session.thread_created', ...about }, true);
  }
  const message = String(call.input['message'] ?? '');
  const content = [{ type: 'text' as const, text: message }];
  emitThreadEvent(context, thread, {
    type: 'agent.thread_message_sent',
    to_session_thread_id: child.id,
    to_agent_name: agent.name,
    content,
  });
  emitThreadEvent(context, child, {
    type: 'agent.thread_message_received',
    from_session_thread_id: thread.id,
    from_agent_name: session.agent.name,
    content,
  });
  child.turns.push({ role: 'user', text: message, results: '' });
  child.phase = 'ready';
  if (!thread.delegates.includes(child.id)) thread.delegates.push(child.id);
  setThreadStatus(context, child, 'running');
}

/** Reports the result of a delegated thread to its parent. */
export function report(context: RunContext, child: ThreadState, parent: ThreadState, text: string): void {
  const content = [{ type: 'text' as const, text }];
  const { name } = agentOf(context, child);
  emitThreadEvent(context, child, {
    type: 'agent.thread_message_sent',
    to_session_thread_id: parent.id,
    to_agent_name: agentOf(context, parent).name,
    content,
  });
  emitThreadEvent(context, parent, {
    type: 'agent.thread_message_received',
    from_session_thread_id: child.id,
    from_agent_name: name,
    content,
  });
  parent.results.push(text);
  parent.delegates = parent.delegates.filter((id) => id !== child.id);
  setThreadStatus(context, child, 'idle');
}
