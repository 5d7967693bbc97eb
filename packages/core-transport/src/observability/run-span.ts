/** OpenTelemetry spans of agent runs and their tools. Only the entry `telemetry` loads it. */
import {
  context,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Histogram,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { ParlanceError } from '../errors/parlance-error.js';
import { PROVIDER, usageAttributes } from './gen-ai.js';
import type {
  TelemetryRun,
  TelemetryRunResult,
  TelemetryRunSpan,
  TelemetryScope,
  TelemetryToolCall,
  TelemetryToolSpan,
} from './telemetry-hooks.js';

/** A span with code whose spans are its children. */
export class Scope implements TelemetryScope {
  protected readonly span: Span;
  protected readonly context: Context;

  constructor(tracer: Tracer, name: string, options: SpanOptions, parent: Context = context.active()) {
    this.span = tracer.startSpan(name, options, parent);
    this.context = trace.setSpan(parent, this.span);
  }

  within<T>(code: () => T): T {
    return context.with(this.context, code);
  }

  /** Ends the span. Messages of errors can quote the conversation; codes cannot. */
  protected close(attributes: Attributes, code: string | undefined): void {
    this.span.setAttributes(attributes);
    if (code !== undefined) {
      this.span.setAttribute('error.type', code);
      this.span.setStatus({ code: SpanStatusCode.ERROR, message: code });
    }
    this.span.end();
  }
}

/** The span of a run. */
export class RunSpan extends Scope implements TelemetryRunSpan {
  readonly #tracer: Tracer;
  readonly #tools: ToolParts;

  constructor({ model }: TelemetryRun, tracer: Tracer, tools: ToolParts) {
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': PROVIDER,
      'gen_ai.request.model': model,
    };
    super(tracer, 'invoke_agent', { attributes });
    this.#tracer = tracer;
    this.#tools = tools;
  }

  startTool(call: TelemetryToolCall): TelemetryToolSpan {
    return new ToolSpan(call, this.#tracer, { ...this.#tools, parent: this.context });
  }

  end({ usage, stopReason, error }: TelemetryRunResult): void {
    const code = error === undefined ? undefined : ParlanceError.is(error) ? error.code : 'error';
    const reasons = stopReason === undefined ? {} : { 'gen_ai.response.finish_reasons': [stopReason] };
    this.close({ ...reasons, ...usageAttributes(usage ?? {}) }, code);
  }
}

/** How tools are recorded. */
export interface ToolParts {
  /** Seconds of each call of a tool. */
  readonly toolDuration: Histogram;
  readonly captureContent: boolean;
  /** Default: what is active. */
  readonly parent?: Context | undefined;
}

/** The span of a call of a tool. */
export class ToolSpan extends Scope implements TelemetryToolSpan {
  readonly #parts: ToolParts;
  readonly #name: string;
  readonly #startedAt: number = performance.now();

  constructor({ id, name, input }: TelemetryToolCall, tracer: Tracer, parts: ToolParts) {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.type': 'function',
      ...(parts.captureContent && { 'gen_ai.tool.call.arguments': JSON.stringify(input) }),
    };
    super(tracer, `execute_tool ${name}`, { attributes }, parts.parent);
    this.#name = name;
    this.#parts = parts;
  }

  end({ output, failure }: { readonly output: unknown; readonly failure: string | undefined }): void {
    const hasResult = this.#parts.captureContent && output !== undefined;
    this.close(hasResult ? { 'gen_ai.tool.call.result': JSON.stringify(output) } : {}, failure);
    this.#parts.toolDuration.record((performance.now() - this.#startedAt) / 1000, {
      'gen_ai.tool.name': this.#name,
      ...(failure !== undefined && { 'error.type': failure }),
    });
  }
}
