import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from './chat-settings.js';
import { listChats, loadChat, saveChat } from './saved-chat.js';
import type { Turn } from './turn.js';

const items = new Map<string, string>();
const NOTHING: ReadonlySet<string> = new Set();

beforeEach(() => {
  items.clear();
  const methods = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => items.set(name, text),
  };
  const ownKeys = (): string[] => [...items.keys()];
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true });
  vi.stubGlobal('localStorage', new Proxy(methods, { ownKeys, getOwnPropertyDescriptor }));
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
  saveChat('a', { turns: TURNS, settings }, NOTHING);
  expect(loadChat('a')).toEqual({ turns: TURNS, settings });
});

test('a reply that was being written loads as one that was cut', () => {
  const turns: Turn[] = [{ key: 'a', role: 'assistant', state: 'writing', blocks: [] }];
  saveChat('a', { turns, settings: DEFAULT_SETTINGS }, NOTHING);
  expect(loadChat('a')?.turns).toMatchObject([{ state: 'cut' }]);
});

test('settings that were never saved have their defaults', () => {
  items.set('chat a', JSON.stringify({ turns: [], settings: { system: 'Be brief.' } }));
  expect(loadChat('a')?.settings).toEqual({ ...DEFAULT_SETTINGS, system: 'Be brief.' });
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
  items.set('chat a', text);
  expect(loadChat('a')).toBe(undefined);
  expect(listChats()).toEqual([]);
});

test('the turns of two tabs are all kept, and those that were removed are not restored', () => {
  const turnOf = (key: string): Turn => ({
    key,
    role: 'user',
    state: 'done',
    blocks: [{ type: 'text', text: key }],
  });
  const save = (turns: string[], seen: string[]) =>
    saveChat('a', { turns: turns.map(turnOf), settings: DEFAULT_SETTINGS }, new Set(seen)).map(
      ({ key }) => key,
    );
  expect(save(['1', '2'], [])).toEqual(['1', '2']);
  expect(save(['1', '2', '3'], ['1', '2', '3'])).toEqual(['1', '2', '3']);
  expect(save(['1', '2', '4'], ['1', '2', '4'])).toEqual(['1', '2', '3', '4']);
  expect(save(['1', '3', '4'], ['1', '2', '3', '4'])).toEqual(['1', '3', '4']);
  expect(listChats()).toMatchObject([{ id: 'a', title: '1' }]);
});
