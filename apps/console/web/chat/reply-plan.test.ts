import { describe, expect, test } from 'vitest';
import { planReply } from './reply-plan.js';
import { messagesOf, type Turn, type TurnBlock } from './turn.js';

const user: Turn = { key: 'u', role: 'user', state: 'done', blocks: [{ type: 'text', text: 'hi' }] };
const asked = { role: 'user', content: [{ type: 'text', text: 'hi' }] };
const thought: TurnBlock = { type: 'thinking', thinking: 'hm', signature: 's' };
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
  test('is gone on with where its text ends, without the white space there (INF-114)', () => {
    const plan = planReply([user, reply('cut', text('one two ', { partial: true }))]);
    expect(plan.messages).toEqual([
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'one two' }] },
    ]);
    expect([plan.continues, plan.offset]).toEqual([true, 0]);
    expect(plan.turns.at(-1)).toMatchObject({ key: 'a', state: 'writing', resumed: 'continued' });
  });

  test('is sent without its thoughts, which stay in view', () => {
    const plan = planReply([user, reply('cut', thought, text('one'))]);
    expect(plan.messages[1]?.content).toEqual([{ type: 'text', text: 'one' }]);
    expect(plan.turns.at(-1)?.blocks).toEqual([thought, text('one')]);
    expect([plan.continues, plan.offset]).toEqual([true, 1]);
  });

  test('loses a call that no tool has answered: the model makes it anew', () => {
    const plan = planReply([
      user,
      reply('cut', text('I look.'), { ...call, partial: true, partialJson: '{' }),
    ]);
    expect(plan.turns.at(-1)?.blocks).toEqual([text('I look.')]);
    expect([plan.continues, plan.offset]).toEqual([true, 0]);
  });

  test('begins a block of its own after a text with sources', () => {
    const citations = [{ type: 'char_location', cited_text: 'a' }] as never;
    const plan = planReply([user, reply('cut', text('It says so.', { citations }))]);
    expect([plan.continues, plan.offset]).toEqual([true, 1]);
  });

  test.each([
    ['of a thought', [{ ...thought, partial: true } as TurnBlock]],
    ['of a call', [call]],
    ['of white space', [text(' \n')]],
  ])('is asked for again when it consists %s, and stays in view', (_, blocks) => {
    const plan = planReply([user, reply('cut', ...blocks)]);
    expect(plan.messages).toEqual([asked]);
    expect(plan.turns.map(({ state, resumed }) => [state, resumed])).toEqual([
      ['done', undefined],
      ['replaced', undefined],
      ['writing', 'again'],
    ]);
    expect(plan.continues).toBe(false);
  });

  test('is asked for again when the service has refused to go on with it', () => {
    const plan = planReply([user, reply('cut', text('one'))], false);
    expect(plan.messages).toEqual([asked]);
    expect(plan.turns.at(-2)).toMatchObject({ key: 'a', state: 'replaced', blocks: [text('one')] });
  });

  test('gives way to another when nothing of it had arrived', () => {
    const plan = planReply([user, reply('cut')]);
    expect(plan.turns.length).toBe(2);
    expect(plan.turns.at(-1)?.resumed).toBeUndefined();
  });

  test('after tools have answered is asked for again from their answers', () => {
    const results: Turn = { key: 'r', role: 'user', state: 'done', blocks: [answer] };
    const plan = planReply([user, reply('done', call), results, reply('cut')]);
    expect(plan.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(plan.messages.at(-1)?.content).toEqual([answer]);
  });
});

describe('what is sent of a conversation', () => {
  test('is whole: half a thought and a call without an answer stay away, half a text goes', () => {
    const stopped = reply('stopped', { ...thought, partial: true }, text('one', { partial: true }), call);
    expect(messagesOf([user, stopped, user])).toEqual([
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'one' }] },
      asked,
    ]);
  });

  test('has no turn that says nothing, and none that was replaced', () => {
    expect(messagesOf([user, reply('stopped', thought), reply('replaced', text('x')), user])).toEqual([
      asked,
      asked,
    ]);
  });

  test('keeps thoughts and calls of a turn that is whole', () => {
    const results: Turn = { key: 'r', role: 'user', state: 'done', blocks: [answer] };
    expect(messagesOf([user, reply('done', thought, text('x'), call), results])[1]?.content).toEqual([
      thought,
      text('x'),
      call,
    ]);
  });
});
