/** What tool definitions share. */
import * as z from 'zod';
import { record } from '../kit/limits.schema.js';
import { object, type ObjectSchema, rule, type Schema } from '../kit/schema.js';
import { Cacheable } from './cache-control.contract.js';
import type * as types from './tool-base.js';

/** Allowed callers of a tool: the model itself, or code that it runs. */
export const AllowedCaller: Schema<types.AllowedCaller> = z.enum([
  'direct',
  'code_execution_20250825',
  'code_execution_20260120',
]);

/**
 * Fields that every tool definition shares.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const ToolBase: ObjectSchema<types.ToolBase> = object('Cacheable', {
  /** Maximum number of uses per request, at least 1; null for no limit. */
  max_uses: rule('INF-163', z.int().min(1)).nullish(),
  /** Allowed callers. Default: only `direct`. */
  allowed_callers: rule('INF-160', z.array(AllowedCaller)).optional(),
  cache_control: rule({ type: 'INF-161' }, Cacheable.shape.cache_control),
  /**
   * Leaves the tool out of the initial system prompt. It is loaded when tool search returns it as a `tool_reference`.
   * Default false.
   */
  defer_loading: rule('INF-162', z.boolean()).optional(),
  /** Whether the service guarantees that tool names and inputs match the schema. Default false. */
  strict: rule('INF-164', z.boolean()).optional(),
});

/** A client tool with a built-in schema. */
export const ClientToolBase: ObjectSchema<types.ClientToolBase> = object('ToolBase', {
  ...ToolBase.shape,
  /** Example inputs. */
  input_examples: z.array(record(z.unknown())).optional(),
});
