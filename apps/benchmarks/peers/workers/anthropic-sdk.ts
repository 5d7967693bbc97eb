/** `client.beta.environments.work.worker` of `@anthropic-ai/sdk`, in a process of its own. */
import Anthropic from '@anthropic-ai/sdk';
import { charge, stopSignal, workerSettings } from '@parlance/testing/workers/worker-program';

const settings = workerSettings();
const { url: baseURL, key: apiKey, environment: environmentId } = settings;
const client = new Anthropic({ baseURL, apiKey });
const worker = client.beta.environments.work.worker({
  environmentId,
  environmentKey: apiKey,
  tools: [
    {
      type: 'custom',
      name: 'charge',
      description: 'Charges.',
      input_schema: { type: 'object' },
      parse: (input: unknown) => input,
      run: (_: unknown, context) => charge(settings, context?.toolUse?.id ?? ''),
    },
  ],
});
await worker.run(stopSignal()).catch(() => undefined);
process.exit();
