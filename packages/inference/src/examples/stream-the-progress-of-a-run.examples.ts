/* Streams the updates of a run, for example to a page. */
import assert from 'node:assert/strict';
// #region Stream the progress of a run
import { defineTool, InferenceClient, streamTools } from '@parlance/inference';

const clock = defineTool({
  name: 'clock',
  description: 'Returns the current time',
  input: { type: 'object', properties: {} },
  run: () => '12:00',
});
const run = streamTools(new InferenceClient(), {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  tools: [clock],
  messages: [{ role: 'user', content: '/tool clock {}' }],
});
const shown: string[] = [];
for await (const update of run) {
  if (update.type === 'event') shown.push(update.event.type);
  else if (update.type === 'reply') shown.push(`reply ${update.message.usage.output_tokens}`);
  else if (update.type === 'step') shown.push(...update.calls.map(({ output }) => `tool ${output}`));
}
console.log(shown);
// #endregion

assert(shown.includes('tool 12:00'));
