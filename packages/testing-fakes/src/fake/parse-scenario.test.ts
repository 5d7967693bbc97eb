import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScenarioFile } from '@parlance/testing-fakes/file';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { steeringOf } from '../emulator/scenario-parts.js';
import { parseScenario } from './read-scenario-file.js';
import { services } from './services.js';

const YAML = `# Busy, then fine.
faults:
  - match: { operation: messages.create }
    times: 1
    status: 529
replies:
  - steps:
      - reply: It is raining.
clock: { set: 2026-07-01T00:00:00Z }
`;

describe('a scenario file', () => {
  test('is YAML or JSON', () => {
    const expected = {
      faults: [{ match: { operation: 'messages.create' }, times: 1, status: 529 }],
      replies: [{ steps: [{ reply: 'It is raining.' }] }],
      clock: { set: '2026-07-01T00:00:00Z' },
    };
    expect(parseScenario(YAML)).toEqual(expected);
    expect(parseScenario(JSON.stringify(expected))).toEqual(expected);
  });

  test.each([
    ['faults:\n  - status: 200\n    stats: 5\n', 'line 2, column 5: faults.0: unknown key "stats"'],
    [
      'faults:\n  - status: 99\n',
      'line 2, column 5: faults.0.status: must be a whole number from 200 to 599',
    ],
    [
      'sessions:\n  credentials:\n    https://a.example/b.c:\n      probe: { status_code: x }\n',
      'line 4, column 16: sessions.credentials.https://a.example/b.c.probe.status_code: must be',
    ],
    [
      '{"limits": {"messages":\n {"requests": "many"}}}',
      'line 2, column 3: limits.messages.requests: must be',
    ],
    ['replies:\n  - steps: default\n  steps: 1\n', 'line 3, column 1: All mapping items must start'],
    ['a: 1\na: 2\n', 'line 2, column 1: Map keys must be unique'],
    ['', 'line 1, column 1: must be an object with'],
    ['fault: []', 'line 1, column 1: unknown key "fault" (did you mean "faults"?)'],
    ['&a [*a, *a]', 'must be an object'],
    ['"just text"', 'line 1, column 1: must be an object with'],
  ])('is rejected with the place of each problem: %j', (text, message) => {
    expect(() => parseScenario(text)).toThrow(message);
  });

  test('cannot grow by aliases', () => {
    const levels = Array.from({ length: 20 }, (_, level) =>
      level === 0
        ? '- &l0 [x]'
        : `- &l${level} [${Array(9)
            .fill(`*l${level - 1}`)
            .join(', ')}]`,
    );
    expect(() => parseScenario(levels.join('\n'))).toThrow('Excessive alias count');
  });

  test('is read by path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-scenario-'));
    const path = join(folder, 'scenario.yaml');
    await writeFile(path, YAML);
    expect(await readScenarioFile(path)).toEqual(parseScenario(YAML));
    await rm(folder, { recursive: true });
  });
});

test('scenario.schema.json matches the schema', async () => {
  const schema = z.toJSONSchema(steeringOf(services).schema, { io: 'input', unrepresentable: 'any' });
  await expect(`${JSON.stringify({ title: 'Scenario', ...schema }, null, 2)}\n`).toMatchFileSnapshot(
    '../../scenario.schema.json',
  );
});
