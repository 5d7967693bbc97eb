/** Callers of tools. */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, rule, type Schema } from '../kit/schema.js';
import type * as types from './callers.js';

/** The model called the tool directly. */
export const DirectCaller: ObjectSchema<types.DirectCaller> = openObject({
  type: z.literal('direct'),
});

/** Code that the model ran called the tool. */
export const CodeExecutionCaller: ObjectSchema<types.CodeExecutionCaller> = openObject({
  /** Version of the code execution tool. */
  type: z.enum(['code_execution_20250825', 'code_execution_20260120']),
  /** Id of the server tool use whose code called the tool. */
  tool_id: rule('INF-146', z.string()),
});

/** Caller of a tool. */
export const ToolCaller: Schema<types.ToolCaller> = rule(
  'INF-146',
  openUnion('type', [DirectCaller, CodeExecutionCaller]),
);
