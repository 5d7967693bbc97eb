/* Program of the guide on agents. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Attribute calls to end users
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';

const { userProfiles } = new ManagedAgentsClient();
const profile = await userProfiles.create({ external_id: 'customer-7', metadata: { plan: 'team' } });
const { url } = await userProfiles.createEnrollmentUrl(profile.id); // send it to the person
console.log(new URL(url).protocol, Object.keys(profile.trust_grants));

const message = await new InferenceClient().messages.create(
  {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'hello' }],
    user_profile_id: profile.id,
  },
  { betas: ['user-profiles-2026-03-24'] },
);
console.log(message.content);
// #endregion

assert.equal(message.stop_reason, 'end_turn');
