import type { FileMetadata, Message, MessageCreateParams } from '@parlance/schemas';
import { expect } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { addFile } from '../workspace/files.js';
import { asker, type Ask } from './ask.js';

/** Parameters of a message that the emulator accepts. */
export const base: MessageCreateParams = {
  model: 'assistant-opus-4-6',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hello' }],
};

/** A tool of the caller. */
export const tool = {
  name: 'look',
  input_schema: { type: 'object', properties: { at: { type: 'string' } } },
};

/** Parameters of a message with one turn of the user. */
export const says = (
  content: string | object[],
  more: object = {},
): { readonly messages: readonly object[] } => ({
  ...base,
  messages: [{ role: 'user', content }],
  ...more,
});

/** Adds a PDF to the files of an emulator. */
export const addPdf = (fake: Fake): FileMetadata =>
  addFile(fake.world(), { filename: 'a.pdf', mimeType: 'application/pdf', data: Buffer.from('a') });

/** An emulator that checks its responses, and functions that create messages with it. */
export interface MessageAsker {
  readonly fake: Fake;
  readonly ask: Ask;
  /** Creates a message, which must succeed. */
  create(body: object): Promise<Message>;
  /** Sends a request, and returns how it was refused. */
  refusal(body: unknown, headers?: Record<string, string | null>): Promise<Refusal>;
}

/** Why a request was refused. */
export interface Refusal {
  readonly status: number;
  readonly rule: string | null;
  readonly type: string;
}

/** Starts an emulator that checks its responses. */
export function askMessages(): MessageAsker {
  const fake = createFake({ checkResponses: true });
  const ask = asker(fake, '');
  return {
    fake,
    ask,
    create: async (body) => {
      const { status, json } = await ask('POST /v1/messages', body);
      expect([status, status === 200 ? '' : json.error.message]).toEqual([200, '']);
      return json as Message;
    },
    refusal: async (body, headers = {}) => {
      const { status, rule, json } = await ask('POST /v1/messages', body, { headers });
      return { status, rule, type: json.error?.type as string };
    },
  };
}
