/** Derived from the contract by `naming.test.ts`; `vitest run --update` writes it anew. */
import type { NamingTable } from '../kit/naming.js';

/** Where the documents' words stand for a deployment's real names in this service's operations. */
export const inferenceNaming: NamingTable = {
  words: [
    '0',
    '1',
    '20240307',
    '20250514',
    '20250805',
    '20250929',
    '20251001',
    '20251101',
    '3',
    '4',
    '5',
    '6',
    '7',
    'custom',
    'haiku',
    'mythos',
    'opus',
    'preview',
    'sonnet',
  ],
  operations: {
    'messages.create': {
      body: {
        fields: {
          model: { self: true },
          tools: { items: { fields: { model: { self: true } } } },
          container: { fields: { skills: { items: { fields: { type: { self: true } } } } } },
        },
      },
      response: {
        fields: {
          model: { self: true },
          container: { fields: { skills: { items: { fields: { type: { self: true } } } } } },
          usage: { fields: { iterations: { items: { fields: { model: { self: true } } } } } },
        },
      },
      event: {
        fields: {
          message: {
            fields: {
              model: { self: true },
              container: { fields: { skills: { items: { fields: { type: { self: true } } } } } },
              usage: { fields: { iterations: { items: { fields: { model: { self: true } } } } } },
            },
          },
          delta: {
            fields: { container: { fields: { skills: { items: { fields: { type: { self: true } } } } } } },
          },
          usage: { fields: { iterations: { items: { fields: { model: { self: true } } } } } },
        },
      },
    },
    'messages.countTokens': {
      body: { fields: { model: { self: true }, tools: { items: { fields: { model: { self: true } } } } } },
    },
    'models.retrieve': { params: ['model_id'], response: { fields: { id: { self: true } } } },
    'models.list': {
      query: { fields: { after_id: { self: true }, before_id: { self: true } } },
      response: { fields: { data: { items: { fields: { id: { self: true } } } } } },
    },
    'completions.create': {
      body: { fields: { model: { self: true } } },
      response: { fields: { model: { self: true } } },
      event: { fields: { model: { self: true } } },
    },
  },
};
