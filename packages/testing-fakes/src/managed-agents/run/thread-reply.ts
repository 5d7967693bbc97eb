/** Model replies in a thread: a staged reply, or the reply of the default model. */
import type { SessionThreadAgent, SpanModelUsage } from '@parlance/schemas';
import { Refusal } from '../../engine/refusal.js';
import { replyTo } from '../../model/reply.js';
import { defaultTokenizer } from '../../model/tokens.js';
import { agentOf, type RunContext } from './run-context.js';
import { addRequestCost } from './session-cost.js';
import type { ThreadState, ToolCall } from './session.js';
import { sessionScenarioOf, takeReply } from './scripted-sessions.js';
import type { SessionReplyError, SessionRefusal, SessionReply, SessionWorkflow } from './session-scenario.js';
import { systemPrompt } from './system-prompt.js';
import { modelTools } from './tool-permission.js';

/** Tool that a coordinator uses to delegate work to an agent of its roster. */
export const DELEGATE = 'delegate';
const MAX_TOKENS = 32_000;
const COMPACT_AT_TOKENS = 150_000;

/** Maximum number of retries after transient errors. */
const MAX_RETRIES = 2;
/** Session error types by the error type of the model request. */
const MODEL_ERRORS: Readonly<Record<string, string>> = {
  overloaded_error: 'model_overloaded_error',
  rate_limit_error: 'model_rate_limited_error',
  billing_error: 'billing_error',
};

/** A model reply and its usage. */
export interface ThreadReply {
  readonly thinking: boolean;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly error: SessionReplyError | undefined;
  readonly compacted: boolean;
  readonly refusal: SessionRefusal | undefined;
  readonly workflow: SessionWorkflow | undefined;
  readonly usage: SpanModelUsage;
}

/** Returns the next reply of a thread and updates its usage. */
export function replyIn(context: RunContext, thread: ThreadState): ThreadReply {
  const { world, session } = context;
  const agent = agentOf(context, thread);
  const system = [systemPrompt(world, session, agent), ...(session.run.systemMessages ?? [])]
    .filter((part) => part !== '')
    .join('\n\n');
  const staged = takeReply(world, agent.name, system);
  const compacted = compact(context, thread, staged);
  const prompt = defaultTokenizer.count(
    [system, ...thread.turns.map((turn) => turn.text + turn.results)].join('\n'),
  );
  const said = staged === undefined ? tryModel(context, thread, agent) : stagedReply(staged);
  const error = staged?.error ?? said.error;
  session.run.retries = error === undefined ? 0 : session.run.retries + 1;
  const output =
    error === undefined ? Math.max(1, defaultTokenizer.count(said.text + JSON.stringify(said.calls))) : 0;
  // The previous context is read from the cache; the rest is new input.
  const cached = compacted ? 0 : Math.min(thread.contextTokens, prompt);
  const usage: SpanModelUsage = {
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    input_tokens: prompt - cached,
    output_tokens: output,
    speed: agent.model.speed ?? 'standard',
  };
  thread.contextTokens = prompt + output;
  addUsage(thread.usage, usage);
  addUsage(session.usage, usage);
  addRequestCost(context, agent.model.id, usage);
  const { refusal, workflow } = staged ?? {};
  return { ...said, error, compacted, refusal, workflow, usage };
}

type Said = Pick<ThreadReply, 'thinking' | 'text' | 'calls'> & { readonly error?: SessionReplyError };

function stagedReply(staged: SessionReply): Said {
  const calls = (staged.calls ?? []).map((call) => ({ ...call, input: call.input ?? {} }));
  return { thinking: staged.thinking ?? false, text: staged.text ?? '', calls };
}

/** Asks the default model. A script can make the request fail, as it can for a message. */
function tryModel(context: RunContext, thread: ThreadState, agent: SessionThreadAgent): Said {
  try {
    return modelReply(context, thread, agent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { thinking: false, text: '', calls: [], error: errorOf(error, context.session.run.retries) };
  }
}

function errorOf({ parts, message }: Refusal, retries: number): SessionReplyError {
  const type = MODEL_ERRORS[parts.type] ?? 'model_request_failed_error';
  const isTransient = type === 'model_overloaded_error' || type === 'model_rate_limited_error';
  return {
    type,
    message,
    retry: isTransient && retries < MAX_RETRIES ? 'retrying' : 'exhausted',
  };
}

function modelReply(context: RunContext, thread: ThreadState, agent: SessionThreadAgent): Said {
  const { world, session } = context;
  const tools = modelTools(world, agent);
  if (thread.parentId === null && session.agent.multiagent != null) tools.push({ name: DELEGATE });
  const request = { turns: thread.turns, tools, maxTokens: MAX_TOKENS, thinking: 'shown' as const };
  const { blocks } = replyTo(request, { world });
  return {
    thinking: blocks.some((block) => block.type === 'thinking'),
    text: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: blocks.flatMap((block) =>
      block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
    ),
  };
}

/** Replaces a long conversation with a summary. */
function compact({ world }: RunContext, thread: ThreadState, staged: SessionReply | undefined): boolean {
  const limit = sessionScenarioOf(world).compact_at_tokens ?? COMPACT_AT_TOKENS;
  if (staged?.compact !== true && thread.contextTokens <= limit) return false;
  const last = thread.turns.at(-1);
  const summary = { role: 'user' as const, text: `Summary of ${thread.turns.length} turns.`, results: '' };
  thread.turns = last === undefined ? [summary] : [summary, last];
  thread.contextTokens = 0;
  return true;
}

function addUsage(total: ThreadState['usage'], usage: SpanModelUsage): void {
  total.input_tokens = (total.input_tokens ?? 0) + usage.input_tokens;
  total.output_tokens = (total.output_tokens ?? 0) + usage.output_tokens;
  total.cache_read_input_tokens = (total.cache_read_input_tokens ?? 0) + usage.cache_read_input_tokens;
}
