/** Text blocks of replies and requests. */
import * as z from 'zod';
import { closed } from '../kit/closed.js';
import { object, type ObjectSchema, openObject, rule } from '../kit/schema.js';
import { Cacheable } from './cache-control.contract.js';
import { TextCitation } from './citations.contract.js';
import type * as types from './text-blocks.js';

/**
 * Text.
 *
 * @source inference > Response content blocks
 */
export const TextBlock: ObjectSchema<types.TextBlock> = openObject({
  type: z.literal('text'),
  /** The text. */
  text: z.string(),
  /** Citations that support the text; null or absent if there are none. */
  citations: z.array(TextCitation).nullish(),
});

/** Text in a request. */
export const TextBlockParam: ObjectSchema<types.TextBlockParam> = object('TextBlock', 'Cacheable', {
  type: TextBlock.shape.type,
  text: rule('INF-120', z.string()),
  citations: rule('INF-120', z.array(closed(TextCitation)).nullable()).optional(),
  ...Cacheable.shape,
});
