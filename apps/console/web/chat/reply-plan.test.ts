import { describe, expect, test } from 'vitest';
import { planReply } from './reply-plan.js';
import { messagesOf, type Turn, type TurnBlock } from './turn.js';

const user: Turn = { key: 'u', role: 'user', state: 'done', blocks: [{ type: 'text', text: 'hi' }] };
const asked = { role: 'user', content: [{ type: 'text', text: 'hi' }] };
const thinking: TurnBlock = { type: 'thinking', thinking: 'hm', signature: 's' };
const call: TurnBlock = { type: 'tool_use', id: 't1', name: 'clock', input: {} };
const answer: TurnBlock = { type: 'tool_result', tool_use_id: 't1', content: '12:00' };
const text = (said: string, more: Partial<TurnBlock> = {}): TurnBlock =>
  ({ type: 'text', text: said, ...more }) as TurnBlock;
const reply = (state: Turn['state'], ...blocks: TurnBlock[]): Turn => ({
  key: 'a',
  role: 'assistant',
  state,
  blocks,
});

describe('a reply that was cut', () => {
  test('continues where its text ends, without trailing whitespace (INF-114)', () => {
    const plan = planReply([user, reply('cut', text('one two ', { partial: true }))]);
    expect(plan.messages).toEqual([
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'one two' }] },
    ]);
    expect([plan.continues, plan.offset]).toEqual([true, 0]);
    expect(plan.turns.at(-1)).toMatchObject({ key: 'a', state: 'writing', resumed: 'continued' });
  });

  test('is sent without its thinking blocks, which stay visible', () => {
    const plan = planReply([user, reply('cut', thinking, text('one'))]);
    expect(plan.messages[1]?.content).toEqual([{ type: 'text', text: 'one' }]);
    expect(plan.turns.at(-1)?.blocks).toEqual([thinking, text('one')]);
    expect([plan.continues, plan.offset]).toEqual([true, 1]);
  });

  test('drops a tool call without a result, which the model makes again', () => {
    const plan = planReply([
      user,
      reply('cut', text('I look.'), { ...call, partial: true, partialJson: '{' }),
    ]);
    expect(plan.turns.at(-1)?.blocks).toEqual([text('I look.')]);
    expect([plan.continues, plan.offset]).toEqual([true, 0]);
  });

  test('continues in a new block after a text with citations', () => {
    const citations = [{ type: 'char_location', cited_text: 'a' }] as never;
    const plan = planReply([user, reply('cut', text('It says so.', { citations }))]);
    expect([plan.continues, plan.offset]).toEqual([true, 1]);
  });

  test.each([
    ['thinking', [{ ...thinking, partial: true } as TurnBlock]],
    ['a tool call', [call]],
    ['whitespace', [text(' \n')]],
  ])('is requested again and stays visible when it consists of %s', (_, blocks) => {
    const plan = planReply([user, reply('cut', ...blocks)]);
    expect(plan.messages).toEqual([asked]);
    expect(plan.turns.map(({ state, resumed }) => [state, resumed])).toEqual([
      ['done', undefined],
      ['replaced', undefined],
      ['writing', 'again'],
    ]);
    expect(plan.continues).toBe(false);
  });

  test('is requested again when the service has rejected the continuation', () => {
    const plan = planReply([user, reply('cut', text('one'))], false);
    expect(plan.messages).toEqual([asked]);
    expect(plan.turns.at(-2)).toMatchObject({ key: 'a', state: 'replaced', blocks: [text('one')] });
  });

  test('is replaced when nothing of it had arrived', () => {
    const plan = planReply([user, reply('cut')]);
    expect(plan.turns.length).toBe(2);
    expect(plan.turns.at(-1)?.resumed).toBeUndefined();
  });

  test('after tool results is requested again from those results', () => {
    const results: Turn = { key: 'r', role: 'user', state: 'done', blocks: [answer] };
    const plan = planReply([user, reply('done', call), results, reply('cut')]);
    expect(plan.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(plan.messages.at(-1)?.content).toEqual([answer]);
  });
});

describe('messages sent to the service', () => {
  test('include partial text, but no partial thinking and no tool call without a result', () => {
    const stopped = reply('stopped', { ...thinking, partial: true }, text('one', { partial: true }), call);
    expect(messagesOf([user, stopped, user])).toEqual([
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'one' }] },
      asked,
    ]);
  });

  test('skip turns without content and turns that were replaced', () => {
    expect(messagesOf([user, reply('stopped', thinking), reply('replaced', text('x')), user])).toEqual([
      asked,
      asked,
    ]);
  });

  test('keep the thinking blocks and tool calls of a complete turn', () => {
    const results: Turn = { key: 'r', role: 'user', state: 'done', blocks: [answer] };
    expect(messagesOf([user, reply('done', thinking, text('x'), call), results])[1]?.content).toEqual([
      thinking,
      text('x'),
      call,
    ]);
  });
});
