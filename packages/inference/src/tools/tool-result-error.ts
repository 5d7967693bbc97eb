/** Errors that tools throw to send content to the model. */
import { ParlanceError } from '@parlance/core-transport';
import type { ToolResultContentBlock } from '@parlance/schemas/inference';

/**
 * Thrown by a tool to fail with text or content blocks, for example a message and a screenshot. The model receives
 * them as a result with `is_error`. If you only need a message, throw any `Error`.
 */
export class ToolResultError extends ParlanceError {
  /** Content of the result. */
  readonly content: string | ToolResultContentBlock[];

  /** Name of the class. */
  override get name(): string {
    return 'ToolResultError';
  }

  /** @param content - Text, or content blocks such as text and images. */
  constructor(content: string | ToolResultContentBlock[]) {
    super('tool_error', typeof content === 'string' ? content : textOf(content));
    this.content = content;
    Object.defineProperty(this, 'content', { enumerable: false });
  }
}

/** Returns the content that reports an error to the model. */
export function errorContent(error: unknown): string | ToolResultContentBlock[] {
  if (ToolResultError.is(error)) return error.content;
  return error instanceof Error ? error.message : String(error);
}

function textOf(content: readonly ToolResultContentBlock[]): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.join('\n') || 'the tool failed';
}
