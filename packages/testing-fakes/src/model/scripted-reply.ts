/** Conversion of script steps to replies. */
import type { ToolCaller } from '@parlance/schemas';
import { Refusal, typeOfStatus } from '../engine/refusal.js';
import type { Reply, ReplyBlock } from './model-request.js';
import type { Tokenizer } from './tokens.js';
import type { World } from '../world/world.js';
import type { ScriptBlock, ScriptStep } from './script.js';

/**
 * Returns the reply of a script step.
 *
 * @param step - Step to convert.
 * @param parts - World and token counter.
 * @throws {Refusal} If the step has an `error`.
 */
export function scriptedReply(
  step: ScriptStep,
  { world, tokenizer }: { readonly world: World; readonly tokenizer: Tokenizer },
): Reply {
  const { error, reply = '', usage } = step;
  if (error !== undefined) {
    const type = error.type ?? typeOfStatus(error.status);
    const message = error.message ?? `Scripted error with status ${error.status}.`;
    throw new Refusal({ status: error.status, type, message, rule: null, headers: error.headers });
  }
  const blocks = (typeof reply === 'string' ? [{ type: 'text', text: reply }] : reply).map((block) =>
    blockOf(block, world),
  );
  const counted = tokenizer.count(blocks.map((block) => JSON.stringify(block)).join(''));
  return {
    blocks,
    stopReason: (step.stop_reason ?? reasonOf(step, blocks)) as Reply['stopReason'],
    stopSequence: step.stop_sequence ?? null,
    stopDetails: step.stop_details,
    outputTokens: usage?.output_tokens ?? Math.max(1, counted),
    isScripted: true,
    usage,
    delivery: { paceMs: step.pace_ms, error: step.error_at_event },
  };
}

function reasonOf(step: ScriptStep, blocks: readonly ReplyBlock[]): Reply['stopReason'] {
  if (step.stop_sequence !== undefined) return 'stop_sequence';
  if (step.stop_details !== undefined) return 'refusal';
  return blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
}

function blockOf(block: ScriptBlock, world: World): ReplyBlock {
  switch (block.type) {
    case 'text':
      if (block.citations === undefined) return { type: 'text', text: String(block.text) };
      break;
    case 'thinking':
      return {
        type: 'thinking',
        thinking: String(block.thinking),
        signature: typeof block.signature === 'string' ? block.signature : `sig_${world.random.token(64)}`,
      };
    case 'tool_use':
      return {
        type: 'tool_use',
        id: typeof block.id === 'string' ? block.id : world.id('toolu_'),
        name: String(block.name),
        input: (block.input ?? {}) as Readonly<Record<string, unknown>>,
        caller: block.caller as ToolCaller | undefined,
      };
    default:
  }
  return { type: 'other', block };
}
