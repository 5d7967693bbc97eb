/** Schemas of the compliance API. */
import type { Project } from '@parlance/schemas';
import { complianceSchemas } from '@parlance/schemas/validation/compliance';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import type { StoredActivity } from '../organization/activity-records.js';
import type { ServiceSchemas } from '../emulator/service.js';
import type { StoredChat, StoredContent, StoredMessage } from './chat-records.js';

type Shape<T> = { readonly [Key in keyof T]-?: z.ZodType };

const text = z.string();
const time = text.refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time');
const objects = z.array(z.looseObject({ id: text })).optional();

const message = z.looseObject({
  id: text,
  role: z.enum(['assistant', 'user']),
  text,
  created_at: time,
  updated_at: time.optional(),
  artifacts: objects,
  files: objects,
  generated_files: objects,
} satisfies Shape<StoredMessage>);

const chat = z.looseObject({
  id: text,
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
  model: text.nullable(),
  name: text,
  project_id: text.nullable(),
  organization: text.optional(),
  user: z.looseObject({ id: text, email_address: text }),
  messages: z.array(message),
} satisfies Shape<StoredChat>);

const content = z.looseObject({
  chat_id: text,
  kind: z.enum(['artifact', 'file', 'generated_file']),
  filename: text,
  mime_type: text,
  data: text,
  encoding: z.enum(['utf8', 'base64']),
} satisfies Fields<StoredContent>);

const activity = z.looseObject({
  id: text.nullable(),
  created_at: time,
  isOwned: z.boolean(),
  organization: text.optional(),
  details: z.looseObject({ type: text }),
} satisfies Shape<StoredActivity>);

const project = z.looseObject({ id: text, name: text, created_at: time } satisfies Partial<Shape<Project>>);

/** Schemas of operations and of stored records. */
export const complianceServiceSchemas: ServiceSchemas = {
  operations: complianceSchemas,
  records: {
    activities: activity,
    chat_contents: content,
    chats: chat,
    projects: project,
  },
};
