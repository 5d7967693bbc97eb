/** A batch run in processes that are killed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFake, type Script } from '@parlance/testing-fakes';
import { startProgram } from '@parlance/testing/run-program';
import { expect, test } from 'vitest';
import { InferenceClient } from '../inference-client.js';

const params = { model: 'assistant-haiku-4-5', max_tokens: 20 };

/** A program that appends each result to a file, and resumes from the file with its checkpoint. */
function program(url: string, folder: string, count: number): string {
  return `
    import { InferenceClient, runBatch } from '@parlance/inference';
    import { appendFileSync, existsSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
    const folder = ${JSON.stringify(folder)};
    const [output, state] = [folder + '/results.jsonl', folder + '/checkpoint.json'];
    const saved = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : { size: 0 };
    appendFileSync(output, '');
    truncateSync(output, saved.size);
    function onCheckpoint(checkpoint) {
      writeFileSync(state + '.part', JSON.stringify({ checkpoint, size: statSync(output).size }));
      renameSync(state + '.part', state);
    }
    function* requests() {
      for (let index = 0; index < ${count}; index++) {
        const messages = [{ role: 'user', content: 'hello ' + index }];
        yield { custom_id: 'r' + index, params: { ...${JSON.stringify(params)}, messages } };
      }
    }
    const client = new InferenceClient({ baseUrl: '${url}', apiKey: 'api-default' });
    const options = { maxRequests: 20, maxBatches: 2, pollIntervalMs: 1, checkpointEvery: 7 };
    const results = runBatch(client, requests(), { ...options, onCheckpoint, resumeFrom: saved.checkpoint });
    for await (const { custom_id } of results) appendFileSync(output, custom_id + '\\n');
    await client.close();`;
}

test.each([
  ['', []],
  [', with failed requests', [0, 5, 19, 20, 57, 109]],
])(
  'a process that is killed at any request resumes, without a request or result twice%s',
  async (_, failed) => {
    let onRequest = (): void => undefined;
    await using fake = createFake({ checkResponses: true, onRequest: () => onRequest() });
    await fake.listen();
    const error = { status: 529, type: 'overloaded_error' as const };
    const replies = failed.map((number): Script => {
      const match = { content_equals: `hello ${number}` };
      return { match, steps: [{ match, error, times: 1 }] };
    });
    fake.applyScenario({ replies: [...replies, { steps: 'default' }] });
    const folder = await mkdtemp(join(tmpdir(), 'parlance-batches-'));
    const code = program(fake.url, folder, 110);
    // Killed when the response to its nth request starts. The second request of each run creates a batch or follows one.
    for (const nth of [2, 1, 2, 4, 3, 5, 2, 6, 4]) {
      const { child, output } = await startProgram(code);
      let requests = 0;
      onRequest = () => {
        if (++requests === nth) child.kill('SIGKILL');
      };
      await output.catch(() => undefined);
    }
    onRequest = () => undefined;
    await (
      await startProgram(code)
    ).output;
    const lines = (await readFile(join(folder, 'results.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.toSorted()).toEqual(Array.from({ length: 110 }, (_one, index) => `r${index}`).toSorted());
    const retries = failed.length === 0 ? [] : [3, 1, 1, 1];
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api });
    const sizes: number[] = [];
    for await (const { request_counts: counts } of client.messages.batches.list())
      sizes.push(Object.values(counts).reduce((sum, count) => sum + count, 0));
    await client.close();
    expect(sizes.toSorted((a, b) => b - a)).toEqual([20, 20, 20, 20, 20, 10, ...retries]);
    expect(fake.scenarioProblems()).toEqual([]);
    await rm(folder, { recursive: true });
  },
);
