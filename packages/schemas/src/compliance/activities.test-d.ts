/** An activity narrows on every known type, and unknown ones keep their fields. */
import { expectTypeOf, test } from 'vitest';
import type { Activity, ActivityListParams, ActivityType, UntypedActivity } from './activities.js';
import type { ChatActivity } from './activity-content.js';
import type { DesktopExtensionDeletedActivity, SpendLimitActivity } from './activity-documented.js';
import type { UnknownActivity } from './unknown-activity.js';
import type { PlainActivity } from './activity-plain.js';
import type { KnownActivityType } from './activity-types.js';

test('narrows on the type', () => {
  const read = (activity: Activity): void => {
    switch (activity.type) {
      case 'desktop_extension_deleted':
        expectTypeOf(activity).toEqualTypeOf<DesktopExtensionDeletedActivity>();
        expectTypeOf(activity.extension_id).toEqualTypeOf<string>();
        return;
      case 'extra_usage_spend_limit_created':
        expectTypeOf(activity).toEqualTypeOf<SpendLimitActivity>();
        return;
      case 'assistant_chat_deleted':
        expectTypeOf(activity).toEqualTypeOf<ChatActivity>();
        return;
      case 'account_deleted':
        expectTypeOf(activity).toEqualTypeOf<PlainActivity>();
        return;
      case undefined:
        expectTypeOf(activity).toEqualTypeOf<UntypedActivity>();
        return;
      default:
        expectTypeOf(activity).toExtend<Activity>();
    }
  };
  expectTypeOf(read).toBeFunction();
});

test('narrows the actor of a documented activity', () => {
  const read = (activity: DesktopExtensionDeletedActivity): string =>
    activity.actor.type === 'user_actor' ? activity.actor.user_id : '';
  expectTypeOf(read).toBeFunction();
});

test('keeps every known type in exactly one member', () => {
  type Typed = Exclude<Activity, UnknownActivity | UntypedActivity>;
  expectTypeOf<Typed['type']>().toEqualTypeOf<KnownActivityType>();
});

test('accepts known and later types as a filter', () => {
  expectTypeOf<'assistant_chat_deleted'>().toExtend<ActivityType>();
  expectTypeOf<{ activity_types: string[] }>().toExtend<ActivityListParams>();
});
