/**
 * Records the requests of the rule cases: the tests that call `verifies`. A setup file of vitest, see `record-cases.config.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configureGlobal } from 'fast-check';
import { afterAll, expect } from 'vitest';
import { createEngine, type EngineParts } from '../../emulator/engine.js';
import type { Engine, FakeRequest, FakeResponse } from '../../engine/message.js';
import { isStream } from '../../engine/message.js';
import { readWhole } from '../../engine/receive-body.js';
import { cases } from '../../testing/verifies.js';

// Properties have the same inputs in every recording.
configureGlobal({ seed: 1 });

/** A request with the response of the emulator. */
export interface RecordedStep {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if it was not recorded. */
  readonly body: string | null | undefined;
  readonly status: number;
  readonly json: unknown;
}

/** The requests of a test to one emulator. */
export interface RecordedCase {
  readonly test: string;
  readonly rules: string[];
  readonly steps: RecordedStep[];
}

const FOLDER = process.env['PARLANCE_RECORD_CASES'] ?? '';
const MAX_BODY_BYTES = 64 * 1024;

/** Cases of this file, by test and emulator. */
const recorded = new Map<string, Map<unknown, RecordedCase>>();
const rulesOfTest = new Map<string, string[]>();

cases.onVerifies = (ids) => {
  const name = expect.getState().currentTestName ?? '';
  rulesOfTest.set(name, [...(rulesOfTest.get(name) ?? []), ...ids]);
};

// The class of engines is private, and all of them share its prototype.
const prototype = Object.getPrototypeOf(
  createEngine({ operations: [], handlers: {} } as unknown as EngineParts),
) as Engine & { isRecorded?: true };
if (prototype.isRecorded === undefined) {
  prototype.isRecorded = true;
  const handle = prototype.handle;
  prototype.handle = async function record(this: Engine, request: FakeRequest): Promise<FakeResponse> {
    const test = expect.getState().currentTestName;
    if (test === undefined || !cases.isRecording) return handle.call(this, request);
    const isReadable =
      request.body === null ||
      typeof request.body === 'string' ||
      request.body instanceof ReadableStream ||
      request.body instanceof Uint8Array;
    const isSmall = Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES;
    // Tests of other bodies check how these are read.
    const body = isReadable && isSmall ? await readWhole(request.body, Infinity) : undefined;
    const response = await handle.call(this, body === undefined ? request : { ...request, body });
    cases.onStep?.(test, this, stepOf(request, body, response));
    return response;
  };
}
cases.isRecording = true;
cases.onStep = (test, engine, step) => {
  const engines = recorded.get(test) ?? new Map<unknown, RecordedCase>();
  recorded.set(test, engines);
  const one = engines.get(engine) ?? { test, rules: [], steps: [] };
  engines.set(engine, one);
  one.steps.push(step as RecordedStep);
};

afterAll(() => {
  const file = path.relative(process.cwd(), expect.getState().testPath ?? '');
  const list = [...recorded].flatMap(([test, engines]) =>
    [...engines.values()].map((one) => ({ ...one, rules: rulesOfTest.get(test) ?? [] })),
  );
  recorded.clear();
  rulesOfTest.clear();
  const kept = list.filter(({ rules }) => rules.length > 0);
  if (kept.length === 0) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `${file.replaceAll(/[^\w.-]/g, '_')}.json`), JSON.stringify(kept));
});

function stepOf(
  request: FakeRequest,
  body: string | Uint8Array | null | undefined,
  response: FakeResponse,
): RecordedStep {
  const text = isStream(response.body) ? '' : Buffer.from(response.body).toString();
  return {
    method: request.method,
    target: request.target,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : (value ?? []).join(', '),
      ]),
    ),
    body: body === undefined ? undefined : body === null ? null : Buffer.from(body).toString(),
    status: response.status,
    json: parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
