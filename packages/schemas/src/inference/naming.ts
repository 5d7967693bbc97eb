/** Derived from the contract by `naming.test.ts`; `vitest run --update` rewrites it. */
import type { NamingTable } from '../kit/naming-table.js';

/** Where this service's operations contain the documents' placeholder words. */
export const inferenceNaming: NamingTable = {
  words: ['custom', 'example', 'haiku', 'mythos', 'opus', 'preview', 'sonnet'],
  operations: {
    'messages.create': {
      body: ['model', 'tools.*.model', 'container.skills.*.type'],
      response: ['model', 'container.skills.*.type', 'usage.iterations.*.model'],
      event: {
        message_start: [
          'message.model',
          'message.container.skills.*.type',
          'message.usage.iterations.*.model',
        ],
        message_delta: ['delta.container.skills.*.type', 'usage.iterations.*.model'],
      },
    },
    'messages.countTokens': { body: ['model', 'tools.*.model'] },
    'messages.batches.create': {
      body: [
        'requests.*.params.model',
        'requests.*.params.tools.*.model',
        'requests.*.params.container.skills.*.type',
      ],
    },
    'messages.batches.results': {
      response: [
        'result.message.model',
        'result.message.container.skills.*.type',
        'result.message.usage.iterations.*.model',
      ],
    },
    'models.retrieve': { params: ['model_id'], response: ['id'] },
    'models.list': { query: ['after_id', 'before_id'], response: ['data.*.id', 'first_id', 'last_id'] },
    'completions.create': { body: ['model'], response: ['model'], event: { completion: ['model'] } },
    'skills.create': { response: ['source', 'source.type'] },
    'skills.list': { query: ['source'], response: ['data.*.source', 'data.*.source.type'] },
    'skills.retrieve': { response: ['source', 'source.type'] },
  },
};
