/** Activities without additional fields. */
import { type ObjectSchema, openObject } from '../kit/schema.js';
import { activity } from './activity-fields.contract.js';
import type * as types from './activity-plain.js';

/** An activity without known additional fields. */
export const PlainActivity: ObjectSchema<types.PlainActivity> = openObject('ActivityFields', {
  ...activity('plain'),
});
