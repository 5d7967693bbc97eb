/** OpenTelemetry spans of agent runs and their tools. Only the entry `telemetry` loads it. */
import {
  context,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
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
class Scope implements TelemetryScope {
  protected readonly span: Span;
  protected readonly context: Context;

  constructor(tracer: Tracer, name: string, attributes: Attributes, parent: Context = context.active()) {
    this.span = tracer.startSpan(name, { attributes }, parent);
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
  readonly #captureContent: boolean;

  constructor({ model }: TelemetryRun, tracer: Tracer, captureContent: boolean) {
    super(tracer, 'invoke_agent', {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': PROVIDER,
      'gen_ai.request.model': model,
    });
    this.#tracer = tracer;
    this.#captureContent = captureContent;
  }

  startTool(call: TelemetryToolCall): TelemetryToolSpan {
    return new ToolSpan(call, this.#tracer, { parent: this.context, captureContent: this.#captureContent });
  }

  end({ usage, stopReason, error }: TelemetryRunResult): void {
    const code = error === undefined ? undefined : ParlanceError.is(error) ? error.code : 'error';
    const reasons = stopReason === undefined ? {} : { 'gen_ai.response.finish_reasons': [stopReason] };
    this.close({ ...reasons, ...usageAttributes(usage ?? {}) }, code);
  }
}

class ToolSpan extends Scope implements TelemetryToolSpan {
  readonly #captureContent: boolean;

  constructor(
    { id, name, input }: TelemetryToolCall,
    tracer: Tracer,
    { parent, captureContent }: { readonly parent: Context; readonly captureContent: boolean },
  ) {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.type': 'function',
      ...(captureContent && { 'gen_ai.tool.call.arguments': JSON.stringify(input) }),
    };
    super(tracer, `execute_tool ${name}`, attributes, parent);
    this.#captureContent = captureContent;
  }

  end({ output, failure }: { readonly output: unknown; readonly failure: string | undefined }): void {
    const hasResult = this.#captureContent && output !== undefined;
    this.close(hasResult ? { 'gen_ai.tool.call.result': JSON.stringify(output) } : {}, failure);
  }
}
