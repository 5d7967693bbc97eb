import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from './chat-settings.js';
import { loadChat, saveChat } from './saved-chat.js';
import type { Turn } from './turn.js';

const items = new Map<string, string>();
const NOTHING = { turns: [], settings: DEFAULT_SETTINGS };

beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => items.set(name, text),
  });
});

const TURNS: readonly Turn[] = [
  { key: 'a', role: 'user', state: 'done', blocks: [{ type: 'text', text: 'Hello.' }] },
  {
    key: 'b',
    role: 'assistant',
    state: 'done',
    blocks: [
      { type: 'thinking', thinking: 'A greeting.', signature: 's' },
      { type: 'tool_use', id: 't', name: 'weather', input: { city: 'Oslo' }, partialJson: '{}' },
    ],
    model: 'assistant-sonnet-4-6',
    usage: { input_tokens: 1, output_tokens: 2 } as NonNullable<Turn['usage']>,
    stopReason: 'tool_use',
    requestId: null,
    cost: 0.01,
    limit: 5,
    resumed: 'again',
    problem: { code: 'api_error', kind: 'refused', message: 'No.', status: 500 },
  },
];

test('a saved chat loads unchanged', () => {
  const settings = { ...DEFAULT_SETTINGS, maxTokens: 100 };
  saveChat({ turns: TURNS, settings });
  expect(loadChat(NOTHING)).toEqual({ turns: TURNS, settings });
});

test('a reply that was being written loads as one that was cut', () => {
  saveChat({
    turns: [{ key: 'a', role: 'assistant', state: 'writing', blocks: [] }],
    settings: DEFAULT_SETTINGS,
  });
  expect(loadChat(NOTHING).turns).toMatchObject([{ state: 'cut' }]);
});

test('settings that were never saved have their defaults', () => {
  items.set('chat', JSON.stringify({ turns: [], settings: { system: 'Be brief.' } }));
  expect(loadChat(NOTHING).settings).toEqual({ ...DEFAULT_SETTINGS, system: 'Be brief.' });
});

test.each([
  ['not JSON'],
  ['null'],
  ['[]'],
  ['{"turns":[]}'],
  ['{"turns":[{"key":"a","role":"user","state":"done"}],"settings":{}}'],
  ['{"turns":[{"key":"a","role":"nobody","state":"done","blocks":[]}],"settings":{}}'],
  ['{"turns":[{"key":"a","role":"user","state":"done","blocks":[{"type":"text"}]}],"settings":{}}'],
  ['{"turns":[],"settings":{"maxTokens":"many"}}'],
])('%s is ignored, because this version did not save it', (text) => {
  items.set('chat', text);
  expect(loadChat(NOTHING)).toBe(NOTHING);
});
