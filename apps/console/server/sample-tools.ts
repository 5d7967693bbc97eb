import type { Tool, ToolResultBlockParam, ToolUseBlock } from '@parlance/schemas';

interface SampleTool {
  readonly definition: Tool;
  readonly run: (input: Readonly<Record<string, unknown>>) => string;
}

/** The tools of the chat page: small, harmless, and able to fail, so that a visitor sees that too. */
const TOOLS: Readonly<Record<string, SampleTool>> = {
  current_time: {
    definition: {
      name: 'current_time',
      description: 'Tells the present date and time in a time zone.',
      input_schema: {
        type: 'object',
        properties: { time_zone: { type: 'string', description: 'IANA name, for example Europe/Berlin' } },
        required: ['time_zone'],
      },
    },
    run: ({ time_zone }) =>
      new Intl.DateTimeFormat('en', {
        dateStyle: 'full',
        timeStyle: 'long',
        timeZone: text(time_zone, 'time_zone'),
      }).format(new Date()),
  },
  count_words: {
    definition: {
      name: 'count_words',
      description: 'Counts the words of a text.',
      input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
    run: (input) => {
      const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text(input['text'], 'text'));
      return `${Array.from(segments).filter(({ isWordLike }) => isWordLike).length} words`;
    },
  },
};

/** What the model is told about the tools. */
export const SAMPLE_TOOLS: Tool[] = Object.values(TOOLS).map(({ definition }) => definition);

/** Runs a tool; a failure is an answer too, so that the model can react to it. */
export function runTool({ id, name, input }: ToolUseBlock): ToolResultBlockParam {
  try {
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return { type: 'tool_result', tool_use_id: id, content: tool.run(input) };
  } catch (error) {
    const content = error instanceof Error ? error.message : 'The tool failed.';
    return { type: 'tool_result', tool_use_id: id, content, is_error: true };
  }
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`The input needs ${name}, a text.`);
  return value;
}
