/**
 * Entry `@parlance/core-transport/telemetry`: OpenTelemetry spans and metrics for calls, following the semantic
 * conventions for generative AI. Only this entry loads `@opentelemetry/api`, an optional peer dependency.
 *
 * @module telemetry
 */
import { metrics, propagation, SpanKind, trace } from '@opentelemetry/api';
import type { Attributes, Meter, Tracer } from '@opentelemetry/api';
import { ParlanceError } from './errors/parlance-error.js';
import { promptAttributes, replyAttributes } from './observability/gen-ai-content.js';
import { generates, requestAttributes, responseAttributes, usageOf } from './observability/gen-ai.js';
import { RunSpan, Scope, ToolSpan } from './observability/run-span.js';
import type {
  Telemetry,
  TelemetryCall,
  TelemetryResult,
  TelemetrySpan,
} from './observability/telemetry-hooks.js';

/** Options for {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** Tracer for the spans. Default: the tracer `@parlance/core-transport` of the global provider. */
  readonly tracer?: Tracer | undefined;
  /** Meter for the histograms. Default: the meter `@parlance/core-transport` of the global provider. */
  readonly meter?: Meter | undefined;
  /** Whether to record prompts and replies as span attributes. Default false, because they may be sensitive. */
  readonly captureContent?: boolean | undefined;
}

const NAME = '@parlance/core-transport';

/**
 * Creates the `telemetry` option of a client. It records one span per call with an event per retry, and for a run of an agent a
 * span with its calls and tools. It propagates the trace context in request headers, and records histograms of durations and token
 * counts: those of calls that generate text follow the conventions, others are `parlance.client.operation.duration`. For rate limits it counts
 * rejections (`parlance.client.rate_limit.rejections`) and waiting calls (`parlance.client.rate_limit.queue`), and records
 * the time waited (`parlance.client.rate_limit.wait`), each with the name of the limit. Calls of tools are recorded in
 * `parlance.tool.duration`.
 *
 * @param options - See {@link OpenTelemetryOptions}.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Telemetry {
  const tracer = options.tracer ?? trace.getTracer(NAME);
  const meter = options.meter ?? metrics.getMeter(NAME);
  const captureContent = options.captureContent === true;
  const toolDuration = meter.createHistogram('parlance.tool.duration', {
    unit: 's',
    description: 'Duration of a call of a tool.',
  });
  const tools = { toolDuration, captureContent };
  const instruments = { ...callInstruments(meter), captureContent };
  return {
    start: (call) => new CallSpan(call, tracer, instruments),
    startRun: (run) => new RunSpan(run, tracer, tools),
    startTool: (call) => new ToolSpan(call, tracer, tools),
  };
}

type Instruments = ReturnType<typeof callInstruments> & { readonly captureContent: boolean };

function callInstruments(meter: Meter) {
  return {
    duration: meter.createHistogram('gen_ai.client.operation.duration', {
      unit: 's',
      description: 'Duration of a call, with its retries.',
    }),
    otherDuration: meter.createHistogram('parlance.client.operation.duration', {
      unit: 's',
      description: 'Duration of a call that does not generate text, with its retries.',
    }),
    tokens: meter.createHistogram('gen_ai.client.token.usage', {
      unit: '{token}',
      description: 'Tokens used by a call.',
    }),
    firstToken: meter.createHistogram('gen_ai.client.operation.time_to_first_chunk', {
      unit: 's',
      description: 'Time to the first content of a stream.',
    }),
    rateLimitWait: meter.createHistogram('parlance.client.rate_limit.wait', {
      unit: 's',
      description: 'Time that a call waited for a rate limit.',
    }),
    rateLimitQueue: meter.createUpDownCounter('parlance.client.rate_limit.queue', {
      unit: '{call}',
      description: 'Calls that wait for a rate limit.',
    }),
    rateLimited: meter.createCounter('parlance.client.rate_limit.rejections', {
      unit: '{request}',
      description: 'Requests that were rejected with 429.',
    }),
  };
}

class CallSpan extends Scope implements TelemetrySpan {
  readonly #call: TelemetryCall;
  readonly #instruments: Instruments;
  readonly #attributes: Attributes;
  readonly #startedAt: number = performance.now();

  constructor(call: TelemetryCall, tracer: Tracer, instruments: Instruments) {
    const { name, attributes } = requestAttributes(call);
    const content = instruments.captureContent ? promptAttributes(call.operation, call.body) : undefined;
    super(tracer, name, { kind: SpanKind.CLIENT, attributes: { ...attributes, ...content } });
    this.#call = call;
    this.#instruments = instruments;
    this.#attributes = attributes;
  }

  headers(): Readonly<Record<string, string>> {
    const carrier: Record<string, string> = {};
    propagation.inject(this.context, carrier);
    return carrier;
  }

  retry(facts: { readonly attempt: number; readonly code: string; readonly waitMs: number }): void {
    this.span.addEvent('retry', { attempt: facts.attempt, 'error.type': facts.code, wait_ms: facts.waitMs });
  }

  rateLimited({ limit }: { readonly limit: string }): void {
    this.#instruments.rateLimited.add(1, this.#limitAttributes(limit));
  }

  waitStarted({ limit }: { readonly limit: string }): void {
    this.#instruments.rateLimitQueue.add(1, this.#limitAttributes(limit));
  }

  waitEnded({ limit, waitedMs }: { readonly limit: string; readonly waitedMs: number }): void {
    const attributes = this.#limitAttributes(limit);
    this.span.addEvent('rate_limit_wait', { 'parlance.rate_limit': limit, wait_ms: waitedMs });
    this.#instruments.rateLimitQueue.add(-1, attributes);
    this.#instruments.rateLimitWait.record(waitedMs / 1000, attributes);
  }

  firstContent(): void {
    this.span.addEvent('first_content');
    this.#instruments.firstToken.record(this.#seconds(), this.#attributes);
  }

  end(result: TelemetryResult): void {
    const { error, response, status, requestId, attempts } = result;
    const code = error === undefined ? undefined : ParlanceError.is(error) ? error.code : error.name;
    const outcome = code === undefined ? this.#attributes : { ...this.#attributes, 'error.type': code };
    const attributes = {
      ...responseAttributes(this.#call, response),
      ...(this.#instruments.captureContent ? replyAttributes(this.#call.operation, response) : undefined),
      ...(status === null ? undefined : { 'http.response.status_code': status }),
      ...(requestId === null ? undefined : { 'parlance.request_id': requestId }),
      ...(attempts > 1 ? { 'http.request.resend_count': attempts - 1 } : undefined),
    };
    const { duration, otherDuration } = this.#instruments;
    const isGenAi = generates(this.#call.operation);
    (isGenAi ? duration : otherDuration).record(this.#seconds(), outcome);
    for (const [type, count] of isGenAi ? usageOf(response) : [])
      this.#instruments.tokens.record(count, { ...outcome, 'gen_ai.token.type': type });
    this.close(attributes, code);
  }

  #limitAttributes(limit: string): Attributes {
    return {
      'parlance.rate_limit': limit,
      'server.address': this.#attributes['server.address'],
      'server.port': this.#attributes['server.port'],
    };
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }
}
