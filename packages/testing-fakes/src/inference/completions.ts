/**
 * Handlers for legacy completions.
 *
 * Rules: INF-080, INF-082, INF-083, INF-084, INF-085, INF-191, INF-196, INF-198, INF-201, INF-204, INF-216.
 */
import type {
  Completion,
  completionOperations,
  CompletionCreateParams,
  CompletionStreamEvent,
} from '@parlance/schemas';
import { events } from '../engine/handler-result.js';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { chunksOf } from '../model/chunks.js';
import { replyTo } from '../model/reply.js';
import { defaultTokenizer } from '../model/tokens.js';
import { turnsOf } from '../model/turns.js';
import { forkRandom, type Random } from '../world/random.js';
import { checkLength, limitsOf } from './message-checks.js';

/** Built-in stop sequence of completions. */
const TURN_MARKER = 'Human:';

/** Handlers for the completion operations. */
export const completionHandlers: HandlersFor<typeof completionOperations> = {
  'completions.create': (call) => {
    const completion = complete(call, call.body);
    return call.body.stream === true
      ? events(completionEvents(completion, forkRandom(call.world.random)))
      : completion;
  },
};

function complete(call: AnyCall, body: CompletionCreateParams): Completion {
  const limits = limitsOf(call, body.model);
  checkLength(defaultTokenizer.count(body.prompt), limits);
  const turns = promptTurns(body.prompt);
  const last = turns.at(-1);
  const reply = replyTo(
    {
      turns: turnsOf(last?.content === '' ? turns.slice(0, -1) : turns),
      maxTokens: Math.min(body.max_tokens_to_sample, limits.maxTokens),
      stopSequences: [...(body.stop_sequences ?? []), TURN_MARKER],
    },
    { world: call.world },
  );
  const text = reply.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return {
    id: call.world.id('compl_'),
    type: 'completion',
    completion: text,
    model: limits.id,
    // A completed reply ends where the model would start the next human turn, at the built-in stop sequence.
    stop_reason: reply.stopReason === 'max_tokens' ? 'max_tokens' : 'stop_sequence',
  };
}

/** Parses a prompt of the form `\n\nHuman: ...\n\nAssistant: ...`, validated by the schema. */
function promptTurns(prompt: string): { readonly role: string; readonly content: string }[] {
  const texts = prompt.split(/\n\n(?:Human|Assistant):/).slice(1);
  return texts.map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: text.trim() }));
}

function* completionEvents(completion: Completion, random: Random): Generator<CompletionStreamEvent> {
  yield { type: 'ping' };
  for (const piece of chunksOf(completion.completion, random))
    yield { ...completion, completion: piece, stop_reason: null };
  yield { ...completion, completion: '' };
}
