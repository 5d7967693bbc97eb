/** One prompt, one reply. */
import type { Conversation } from './conversation.js';
import { ReplyWriter, type Output } from './terminal.js';

/** Code with which a program ends that Ctrl-C interrupted. */
const INTERRUPTED = 130;

/**
 * Answers what was said, and ends.
 *
 * @param conversation - With the prompt as its last turn.
 * @param output - Where to write.
 * @param signal - Fires when the user interrupts.
 * @returns Exit code.
 */
export async function answerOnce(
  conversation: Conversation,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const writer = new ReplyWriter(output);
  const end = await conversation.reply(writer, signal);
  writer.end(end);
  return end.stopReason === undefined ? INTERRUPTED : 0;
}
