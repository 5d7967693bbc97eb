/**
 * Runs the scenarios in the ways that `scenarios.test.ts` leaves out. One is a service that only environment variables
 * configure: the built command, once with the words of the API documents and once with others.
 */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildCommand, readOpenapi, serve, type Serving } from '@parlance/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { scenarios } from './scenarios.js';
import { openClients, openPlace } from './open-clients.js';

const cases = Object.entries(scenarios).map(([id, scenario]) => ({ id, scenario }));

describe.each(['fetch', 'file'] as const)('over %s', (transport) => {
  test.each(cases)('$id works', async ({ scenario }) => {
    await using place = await openPlace(transport);
    await using open = openClients(place);
    await expect(scenario(open.clients)).resolves.toBeUndefined();
  });
});

describe('the command', () => {
  // Below the root, because the command reads the OpenAPI document from the package of the contract.
  const folder = resolve('node_modules/.cache/scenarios');
  let command: string;
  beforeAll(async () => {
    command = await buildCommand(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  describe.each(['', 'vendor=acme,assistant=robin,githost=gitbox'])('with the naming "%s"', (naming) => {
    let service: Serving;

    beforeAll(async () => {
      const words = naming === '' ? [] : ['--naming', naming];
      service = await serve([process.execPath, command, 'serve', '--seed', 'demo', ...words]);
    });
    afterAll(() => service.process.kill());

    beforeEach(() => {
      vi.stubEnv('PARLANCE_BASE_URL', service.url);
      vi.stubEnv('PARLANCE_API_KEY', 'api-default');
      vi.stubEnv('PARLANCE_ADMIN_KEY', 'admin-default');
      vi.stubEnv('PARLANCE_COMPLIANCE_KEY', 'compliance-default');
      vi.stubEnv('PARLANCE_NAMING', naming);
    });

    test.each(cases)('$id works', async ({ scenario }) => {
      await using place = await openPlace('live');
      await using open = openClients(place);
      await expect(scenario(open.clients)).resolves.toBeUndefined();
    });

    test('serves the OpenAPI document with the words of the API documents', async () => {
      const expected = readOpenapi();
      const served = await fetch(`${service.url}/_fake/openapi.json`);
      expect(await served.json()).toEqual(expected);
    });
  });
});
