/** Schemas of citations. */
import * as z from 'zod';
import { constrain } from '../kit/limits.schema.js';
import { rule, type Schema } from '../kit/schema.js';
import type * as types from './citations.js';
import { REQUEST, type Form } from './form.schema.js';

const index = z.int().min(0);

/**
 * Creates the schema of {@link types.TextCitation}.
 *
 * @param form - Request or reply.
 */
export function citationSchema(form: Form): Schema<types.TextCitation> {
  return rule(
    'INF-150',
    form.union<types.TextCitation>()('type', {
      char_location: charLocation(form),
      page_location: pageLocation(form),
      content_block_location: contentBlockLocation(form),
      web_search_result_location: webSearchResultLocation(form),
      search_result_location: searchResultLocation(form),
    }),
  );
}

/** Shape of the fields that the citations of documents share. */
function documentCited(form: Form, ruleId: string) {
  return {
    cited_text: rule(ruleId, z.string()),
    document_index: rule(ruleId, index),
    document_title: rule(ruleId, form.nullable(z.string())),
    file_id: z.string().nullish(),
  };
}

function charLocation(form: Form): Schema<types.CharLocationCitation> {
  return form.object<types.CharLocationCitation>()({
    ...documentCited(form, 'INF-151'),
    type: z.literal('char_location'),
    start_char_index: rule('INF-151', index),
    end_char_index: rule('INF-151', index),
  });
}

function pageLocation(form: Form): Schema<types.PageLocationCitation> {
  return form.object<types.PageLocationCitation>()({
    ...documentCited(form, 'INF-152'),
    type: z.literal('page_location'),
    start_page_number: rule('INF-152', index),
    end_page_number: rule('INF-152', index),
  });
}

function contentBlockLocation(form: Form): Schema<types.ContentBlockLocationCitation> {
  const location = form.object<types.ContentBlockLocationCitation>()({
    ...documentCited(form, 'INF-153'),
    type: z.literal('content_block_location'),
    start_block_index: rule('INF-153', index),
    end_block_index: rule({ missing: 'INF-153', type: 'INF-153', value: 'INF-154' }, index),
  });
  return constrain(location, ({ start_block_index: start, end_block_index: end }, report) => {
    if (end <= start) report('INF-154', 'must be greater than start_block_index', ['end_block_index']);
  });
}

function webSearchResultLocation(form: Form): Schema<types.WebSearchResultLocationCitation> {
  return form.object<types.WebSearchResultLocationCitation>()({
    type: z.literal('web_search_result_location'),
    cited_text: rule('INF-155', z.string()),
    encrypted_index: rule('INF-155', z.string()),
    title: rule('INF-155', form.nullable(z.string())),
    url: rule('INF-155', z.string()),
  });
}

function searchResultLocation(form: Form): Schema<types.SearchResultLocationCitation> {
  return form.object<types.SearchResultLocationCitation>()({
    type: z.literal('search_result_location'),
    cited_text: rule('INF-156', z.string()),
    search_result_index: rule('INF-156', index),
    start_block_index: rule('INF-156', index),
    end_block_index: rule('INF-156', index),
    source: rule('INF-156', z.string()),
    title: rule('INF-156', form.nullable(z.string())),
  });
}

/**
 * Creates the schema of {@link types.CitationsConfig}.
 *
 * @param form - Request or reply.
 */
export function citationsConfigSchema(form: Form): Schema<types.CitationsConfig> {
  return form.object<types.CitationsConfig>()({ enabled: z.boolean().optional() });
}

/** Schema of {@link types.CitationsConfig} in requests. */
export const CitationsConfigSchema: Schema<types.CitationsConfig> = citationsConfigSchema(REQUEST);
