import { describe, expect, test } from 'vitest';
import type { RuleScenario } from './scenario.js';
import { chosenPlants } from './testing/chosen-plants.js';
import { ownPlants } from './testing/planted.js';
import type { Plant } from './testing/plants.js';
import { all, verifyPlants } from './testing/verify-plants.js';
import { operationOf } from './operation-of.js';

/** Plants that no scenario finds: what they change depends on objects that others can have. */
const MISSED: readonly string[] = ['agents.list: ignores created_at', 'users.list: ignores email'];

/**
 * The same, of the plants that somebody else chose. Scenarios cannot create chats, uploads and people, do not wait for batches, and do not compare
 * times, counts of tokens and texts of a model.
 */
const MISSED_CHOSEN: readonly string[] = [
  'GEN-002: the request id of an error is another one',
  'GEN-010: an empty page has empty ids',
  'messages.countTokens: does not count tools',
  'completions.create: the completion ends with the stop sequence',
  'messages.batches.cancel: another status',
  'BAT-011: a batch in progress can be deleted',
  'messages.batches.results: another content type',
  'files.upload: uploaded files are downloadable',
  'skills.create: latest_version is null',
  'skills.list: ignores source',
  'sessions.resources.add: another default of mount_path',
  'environments.work.acknowledge: the item stays queued',
  'memoryStores.list: the lower bound of created_at is exclusive',
  'chats.list: newest first',
  'chats.messages: has_more is always false',
  'chats.messages: the fields of the chat are missing',
  'organizations.listUsers: full_name is called name',
  'invites.create: expires after 7 days',
  'users.update: takes admin as developer',
  'workspaces.list: ignores before_id',
  'workspaces.members.delete: user_id is missing',
  'apiKeys.list: ignores status',
  'usage.messages: a page has 31 days by default',
];

/** Scenarios that can find a plant: with its operation, or about its rule. */
function scenariosFor({ name }: Plant): readonly RuleScenario[] {
  const [about = '', rest] = name.split(': ');
  if (rest === undefined || about.startsWith('GEN-')) return all;
  return all.filter(
    ({ rules, steps }) => rules.includes(about) || steps.some((step) => operationOf(step)?.id === about),
  );
}

// An emulator without plants has no differences, which another test checks: each one that is found is due to the plant.
describe('verify finds the plant', () => {
  test('in more than 50 emulators', () => {
    expect(ownPlants.length - MISSED.length).toBeGreaterThan(50);
  });

  test.each(ownPlants.map((plant) => [plant.name, plant] as const))('%s', async (name, plant) => {
    const { divergences } = await verifyPlants([plant], scenariosFor(plant));
    expect(divergences.length > 0).toBe(!MISSED.includes(name));
  });
});

describe('verify finds the plant that somebody else chose', () => {
  test('in 70 emulators with different plants', () => {
    expect(new Set(chosenPlants.map(({ name }) => name)).size).toBe(70);
  });

  test.each(chosenPlants.map((plant) => [plant.name, plant] as const))('%s', async (name, plant) => {
    const { divergences } = await verifyPlants([plant], scenariosFor(plant));
    expect(divergences.length > 0).toBe(!MISSED_CHOSEN.includes(name));
  });
});
