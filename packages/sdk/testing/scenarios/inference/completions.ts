import type { completionOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import type { ScenariosFor } from '../scenario.js';

const params = {
  model: 'assistant-sonnet-4-0',
  max_tokens_to_sample: 64,
  prompt: '\n\nHuman: hello\n\nAssistant:',
};

export const completionScenarios: ScenariosFor<typeof completionOperations> = {
  'completions.create': async ({ inference }) => {
    const completion = await inference.completions.create(params);
    expect(completion).toMatchObject({ type: 'completion', stop_reason: 'stop_sequence' });
    let text = '';
    for await (const piece of inference.completions.stream(params)) {
      if (piece.type === 'completion') text += piece.completion;
    }
    expect(text).toBe(completion.completion);
  },
};
