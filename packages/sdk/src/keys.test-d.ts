/** Each client accepts only its own kind of key. */
import { AdminClient, type AdminClientOptions } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { InferenceClient, type InferenceClientOptions } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { describe, expectTypeOf, test } from 'vitest';

const key = 'a key';

describe('each client accepts its own key', () => {
  test('and no other', () => {
    expectTypeOf(new InferenceClient({ apiKey: key })).toEqualTypeOf<InferenceClient>();
    expectTypeOf(new ManagedAgentsClient({ apiKey: key })).toEqualTypeOf<ManagedAgentsClient>();
    expectTypeOf(new ComplianceClient({ complianceKey: key })).toEqualTypeOf<ComplianceClient>();
    expectTypeOf(new AdminClient({ adminKey: key })).toEqualTypeOf<AdminClient>();
    // @ts-expect-error -- inference takes no admin key
    void new InferenceClient({ adminKey: key });
    // @ts-expect-error -- inference takes no compliance key
    void new InferenceClient({ complianceKey: key });
    // @ts-expect-error -- managed agents take no admin key
    void new ManagedAgentsClient({ adminKey: key });
    // @ts-expect-error -- managed agents take no compliance key
    void new ManagedAgentsClient({ complianceKey: key });
    // @ts-expect-error -- compliance takes no API key
    void new ComplianceClient({ apiKey: key });
    // @ts-expect-error -- compliance takes no admin key
    void new ComplianceClient({ adminKey: key });
    // @ts-expect-error -- administration takes no API key
    void new AdminClient({ apiKey: key });
    // @ts-expect-error -- administration takes no compliance key
    void new AdminClient({ complianceKey: key });
  });

  test('and its constructor offers nothing but options', () => {
    expectTypeOf<ConstructorParameters<typeof InferenceClient>[0]>().toEqualTypeOf<
      InferenceClientOptions | undefined
    >();
    expectTypeOf<ConstructorParameters<typeof AdminClient>[0]>().toEqualTypeOf<
      AdminClientOptions | undefined
    >();
  });

  test('and its options are not assignable to another client', () => {
    expectTypeOf<ConstructorParameters<typeof ComplianceClient>[0]>().not.toEqualTypeOf<
      ConstructorParameters<typeof AdminClient>[0]
    >();
    expectTypeOf<{ adminKey: string }>().not.toExtend<ConstructorParameters<typeof ComplianceClient>[0]>();
    expectTypeOf<{ apiKey: string }>().not.toExtend<ConstructorParameters<typeof AdminClient>[0]>();
  });
});
