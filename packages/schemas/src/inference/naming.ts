/** Derived from the contract by `naming.test.ts`; `vitest run --update` writes it anew. */
import type { NamingTable } from '../kit/naming.js';

/** Where the documents' words stand for a deployment's real names in this service's operations. */
export const inferenceNaming: NamingTable = {
  words: ['custom', 'haiku', 'mythos', 'opus', 'preview', 'sonnet'],
  operations: {
    'messages.create': {
      body: ['model', 'tools.*.model', 'container.skills.*.type'],
      response: ['model', 'container.skills.*.type', 'usage.iterations.*.model'],
      event: [
        'message.model',
        'message.container.skills.*.type',
        'message.usage.iterations.*.model',
        'delta.container.skills.*.type',
        'usage.iterations.*.model',
      ],
    },
    'messages.countTokens': { body: ['model', 'tools.*.model'] },
    'models.retrieve': { params: ['model_id'], response: ['id'] },
    'models.list': { query: ['after_id', 'before_id'], response: ['data.*.id'] },
    'completions.create': { body: ['model'], response: ['model'], event: ['model'] },
  },
};
