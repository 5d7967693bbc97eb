/** Replies to a single prompt. */
import type { Conversation } from './conversation.js';
import { ReplyWriter, type Output } from './terminal.js';

/** Exit code of a program that was interrupted with Ctrl-C. */
export const INTERRUPTED = 130;

/**
 * Streams the reply to the last message.
 *
 * @param conversation - A conversation that ends with the prompt.
 * @param output - Output streams.
 * @param signal - Aborts when the user interrupts.
 * @returns Exit code: 0, or 130 if interrupted.
 */
export async function replyOnce(
  conversation: Conversation,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const writer = new ReplyWriter(output);
  const end = await conversation.reply(writer, signal);
  writer.end(end);
  return end.stopReason === undefined ? INTERRUPTED : 0;
}
