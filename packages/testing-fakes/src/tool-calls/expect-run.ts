/** Assertions about the tool calls of a run, for any test runner. */
import { AssertionError } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../input/json.js';
import type { ToolCall } from './tool-calls.js';

/** The part of an input that must be equal: members that are left out may have any value. */
export type ExpectedInput = Readonly<Record<string, unknown>>;

/** What {@link expectRun} reads from an emulator. */
export interface ToolCallSource {
  /** Returns the tool calls of a world, oldest first. */
  toolCalls(world?: string): readonly ToolCall[];
}

/** Assertions about a run. */
export interface RunExpectation {
  /**
   * Requires at least one call of a tool.
   *
   * @param name - Name of the tool.
   * @param input - Part of the input. Default: any input.
   * @returns Further assertions about the calls that match.
   * @throws {AssertionError} When there is none. The message has the nearest call, and how it differs.
   */
  called(name: string, input?: ExpectedInput): CallExpectation;
  /**
   * Requires that no call of a tool matches.
   *
   * @throws {AssertionError} When one does.
   */
  notCalled(name: string, input?: ExpectedInput): void;
}

/** Assertions about calls that match. Each one returns the expectation, so that they can be chained. */
export interface CallExpectation {
  /** The calls, oldest first. */
  readonly calls: readonly ToolCall[];
  /** Requires exactly one call. @throws {AssertionError} When there are more. */
  once(): CallExpectation;
  /** Requires a number of calls. @throws {AssertionError} When there are more or fewer. */
  times(count: number): CallExpectation;
  /** Requires that the last of them came before the first call of another tool, which must exist. @throws {AssertionError} Otherwise. */
  before(name: string, input?: ExpectedInput): CallExpectation;
  /** Requires that the first of them came after the last call of another tool, which must exist. @throws {AssertionError} Otherwise. */
  after(name: string, input?: ExpectedInput): CallExpectation;
  /** Requires that the application has sent a result without an error for each of them. @throws {AssertionError} Otherwise. */
  answered(): CallExpectation;
  /** Requires that the application has sent an error for each of them. @throws {AssertionError} Otherwise. */
  failed(): CallExpectation;
}

/**
 * Starts assertions about the tool calls of an emulator's world: those in the content of messages, and those of sessions.
 *
 * @param fake - The emulator.
 * @param world - Name of the world. Defaults to the default world.
 */
export function expectRun(fake: ToolCallSource, world?: string): RunExpectation {
  const all = fake.toolCalls(world);
  return {
    called: (name, input) => new Matching(all, find(all, { name, input }), { name, input }),
    notCalled(name, input) {
      const matches = all.filter((call) => isMatch(call, { name, input }));
      require(matches.length === 0, `${shown({ name, input })} must not be called`, matches);
    },
  };
}

/** What a call must match. */
interface Expected {
  readonly name: string;
  readonly input?: ExpectedInput | undefined;
}

class Matching implements CallExpectation {
  readonly calls: readonly ToolCall[];
  readonly #all: readonly ToolCall[];
  readonly #expected: Expected;

  constructor(all: readonly ToolCall[], calls: readonly ToolCall[], expected: Expected) {
    this.#all = all;
    this.calls = calls;
    this.#expected = expected;
  }

  once(): this {
    return this.times(1);
  }

  times(count: number): this {
    const { length } = this.calls;
    return this.#require(length === count, `must be called ${timesOf(count)}, was called ${timesOf(length)}`);
  }

  before(name: string, input?: ExpectedInput): this {
    const [other] = find(this.#all, { name, input });
    const isBefore = this.#at(this.calls.at(-1)) < this.#at(other);
    return this.#require(isBefore, `must be called before ${shown({ name, input })}`);
  }

  after(name: string, input?: ExpectedInput): this {
    const other = find(this.#all, { name, input }).at(-1);
    const isAfter = this.#at(this.calls[0]) > this.#at(other);
    return this.#require(isAfter, `must be called after ${shown({ name, input })}`);
  }

  answered(): this {
    return this.#require(
      this.calls.every(({ result }) => result === 'ok'),
      'must have results without an error',
    );
  }

  failed(): this {
    return this.#require(
      this.calls.every(({ result }) => result === 'error'),
      'must have errors as results',
    );
  }

  #at(call: ToolCall | undefined): number {
    return call === undefined ? -1 : this.#all.indexOf(call);
  }

  #require(isMet: boolean, rule: string): this {
    require(isMet, `${shown(this.#expected)} ${rule}`, this.#all);
    return this;
  }
}

/** Returns the calls that match. @throws {AssertionError} When there is none. */
function find(all: readonly ToolCall[], expected: Expected): readonly ToolCall[] {
  const matches = all.filter((call) => isMatch(call, expected));
  const { name, input = {} } = expected;
  const sameName = all.filter((call) => call.name === name);
  const [nearest] = sameName.toSorted(
    (a, b) => differences(a.input, input).length - differences(b.input, input).length,
  );
  const hint =
    nearest === undefined
      ? `no call of ${name}`
      : `the nearest call differs: ${differences(nearest.input, input).join(', ')}`;
  require(matches.length > 0, `${shown(expected)} must be called; ${hint}`, all);
  return matches;
}

function isMatch(call: ToolCall, { name, input = {} }: Expected): boolean {
  return call.name === name && differences(call.input, input).length === 0;
}

/** Describes each member of an input that is not as expected. */
function differences(actual: unknown, expected: unknown, path = ''): readonly string[] {
  if (!isObject(expected) || !isObject(actual))
    return isDeepStrictEqual(actual, expected)
      ? []
      : [`${path === '' ? 'the input' : path} is ${json(actual)}, expected ${json(expected)}`];
  return Object.keys(expected).flatMap((name) =>
    differences(actual[name], expected[name], path === '' ? name : `${path}.${name}`),
  );
}

/** Calls that a message lists. */
const LISTED = 20;

function require(isMet: boolean, problem: string, calls: readonly ToolCall[]): void {
  if (isMet) return;
  const lines = calls.slice(-LISTED).map((call) => `  ${shown(call)}, result: ${call.result}`);
  const list = lines.length === 0 ? 'No tool was called.' : `Calls, oldest first:\n${lines.join('\n')}`;
  throw new AssertionError({ message: `${problem}.\n${list}`, stackStartFn: require });
}

function shown({ name, input }: Expected): string {
  return `${name}(${input === undefined ? '' : json(input)})`;
}

function json(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
