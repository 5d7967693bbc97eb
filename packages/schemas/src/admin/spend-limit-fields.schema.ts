/** Fields that spend limits and requests to increase them share. */
import * as z from 'zod';
import { pageLimit } from '../kit/paging.schema.js';
import { rule } from '../kit/schema.js';

/** An amount that a request sets. */
export const amount: z.ZodString = rule(
  'SPL-001',
  z.string().regex(/^\d{1,15}$/, 'must be a whole number of up to 15 digits'),
);

/** Paging of the lists. */
export const page: { readonly page: z.ZodOptional<z.ZodString>; readonly limit: z.ZodOptional<z.ZodNumber> } =
  { page: z.string().min(1).optional(), limit: rule('GEN-005', pageLimit(1000)).optional() };
