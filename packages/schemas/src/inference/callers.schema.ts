/** Schema of the caller of a tool. */
import * as z from 'zod';
import { rule, type Schema } from '../kit/schema.js';
import type { CodeExecutionCaller, DirectCaller, ToolCaller } from './content-blocks.js';
import type { Form } from './form.schema.js';

/**
 * Creates the schema of {@link ToolCaller}.
 *
 * @param form - Request or reply.
 */
export function callerSchema(form: Form): Schema<ToolCaller> {
  const code = form.object<CodeExecutionCaller>()({
    type: z.enum(['code_execution_20250825', 'code_execution_20260120']),
    tool_id: rule('INF-146', z.string()),
  });
  return rule(
    'INF-146',
    form.union<ToolCaller>()('type', {
      direct: form.object<DirectCaller>()({ type: z.literal('direct') }),
      code_execution_20250825: code,
      code_execution_20260120: code,
    }),
  );
}
