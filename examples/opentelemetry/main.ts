import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { openTelemetry } from '@parlance/core-transport/telemetry';
import { InferenceClient } from '@parlance/inference';

// An exporter to print from. Use that of your backend, for example `OTLPTraceExporter`.
const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);

const client = new InferenceClient({ telemetry: openTelemetry() });
await client.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
await client.models.retrieve('assistant-none').catch(() => undefined);

for (const { name, attributes, status } of exporter.getFinishedSpans()) {
  console.log(name, status.code === 2 ? 'failed' : 'ok');
  for (const [key, value] of Object.entries(attributes)) console.log(' ', key, value);
}
