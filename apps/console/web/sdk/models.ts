import { queryOptions } from '@tanstack/react-query';
import { inference } from './inference.js';

/** The models that the key can use. */
export const modelList = queryOptions({
  queryKey: ['models.list'],
  queryFn: async ({ signal }) => (await inference.models.list({ limit: 100 }, { signal })).data,
});
