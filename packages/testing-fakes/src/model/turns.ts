/**
 * Conversations as seen by the model.
 *
 * Rules: INF-113.
 */

/** A turn of a conversation. */
export interface ModelTurn {
  /** Role of the speaker. */
  readonly role: 'user' | 'assistant';
  /** Text of the text blocks, joined by line breaks. */
  readonly text: string;
  /** The last text block of the last message. It can be a command even if others precede it, for example a reminder. */
  readonly lastText?: string | undefined;
  /** Text of the tool results, joined by line breaks. */
  readonly results: string;
}

/** A message of any operation. */
interface AnyMessage {
  readonly role: string;
  readonly content: unknown;
}

/**
 * Converts messages to turns. Consecutive messages of the same role become one turn.
 *
 * @param messages - Messages with a string or blocks as content.
 */
export function turnsOf(messages: readonly AnyMessage[]): ModelTurn[] {
  const turns: ModelTurn[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const texts = textsOf(message.content);
    const text = texts.join('\n');
    const results = blocksOf(message.content)
      .filter((block) => String(block.type).endsWith('tool_result'))
      .map((block) => textsOf(block.content).join('\n'))
      .join('\n');
    const last = turns.at(-1);
    const lastText = texts.at(-1);
    if (last?.role === role)
      turns[turns.length - 1] = {
        role,
        text: join(last.text, text),
        lastText,
        results: join(last.results, results),
      };
    else turns.push({ role, text, lastText, results });
  }
  return turns;
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return blocksOf(content)
    .map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : undefined))
    .filter((text) => text !== undefined);
}

function blocksOf(content: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : [];
}

function join(first: string, second: string): string {
  return first === '' || second === '' ? first + second : `${first}\n${second}`;
}
