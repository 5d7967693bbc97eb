/** Every client exports the types of its slice, the umbrella exports all of them, and beta names complete everywhere. */
import type * as admin from '@parlance/admin';
import type * as compliance from '@parlance/compliance';
import type { CallOptions, ClientOptions } from '@parlance/core-transport';
import type * as inference from '@parlance/inference';
import type * as managedAgents from '@parlance/managed-agents';
import type * as schemas from '@parlance/schemas';
import { describe, expectTypeOf, test } from 'vitest';
import type * as sdk from './index.js';

describe('types of a slice', () => {
  test('come from its client', () => {
    expectTypeOf<compliance.Activity>().toEqualTypeOf<schemas.Activity>();
    expectTypeOf<compliance.ChatListParams>().toEqualTypeOf<schemas.ChatListParams>();
    expectTypeOf<inference.Message>().toEqualTypeOf<schemas.Message>();
    expectTypeOf<inference.MessageStreamEvent>().toEqualTypeOf<schemas.MessageStreamEvent>();
    expectTypeOf<managedAgents.Session>().toEqualTypeOf<schemas.Session>();
    expectTypeOf<managedAgents.SessionEvent>().toEqualTypeOf<schemas.SessionEvent>();
    expectTypeOf<admin.Workspace>().toEqualTypeOf<schemas.Workspace>();
  });

  test('all come from the umbrella', () => {
    expectTypeOf<sdk.Activity>().toEqualTypeOf<schemas.Activity>();
    expectTypeOf<sdk.Message>().toEqualTypeOf<schemas.Message>();
    expectTypeOf<sdk.Session>().toEqualTypeOf<schemas.Session>();
    expectTypeOf<sdk.Workspace>().toEqualTypeOf<schemas.Workspace>();
  });

  test('come with the types of calls, lists and downloads', () => {
    expectTypeOf<compliance.CallOptions>().toEqualTypeOf<CallOptions>();
    expectTypeOf<managedAgents.CallOptions>().toEqualTypeOf<CallOptions>();
    expectTypeOf<admin.CallOptions>().toEqualTypeOf<CallOptions>();
    expectTypeOf<sdk.CallOptions>().toEqualTypeOf<CallOptions>();
    expectTypeOf<compliance.Download>().toEqualTypeOf<managedAgents.Download>();
    expectTypeOf<admin.Paginator<admin.Workspace>>().toEqualTypeOf<compliance.Paginator<schemas.Workspace>>();
  });
});

test('beta names complete for clients and for single calls', () => {
  expectTypeOf<NonNullable<ClientOptions['betas']>[number]>().toEqualTypeOf<schemas.Beta>();
  expectTypeOf<NonNullable<CallOptions['betas']>[number]>().toEqualTypeOf<schemas.Beta>();
  expectTypeOf<'files-api-2025-04-14' | 'one-of-tomorrow-2030-01-01'>().toExtend<schemas.Beta>();
});
