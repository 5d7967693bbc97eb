/** The interface that adapts every agent loop to the probes. */
import { z } from 'zod';

/** A tool of a task. Its input is an object with a required `city`. */
export interface TaskTool {
  readonly name: string;
  /** Missing if the caller of the loop has to produce the result. */
  readonly run?: (input: unknown, signal: AbortSignal | undefined) => unknown;
}

/** Thrown by a tool that fails with a picture. */
export class FailureWithPicture extends Error {
  readonly text: string = 'No such city.';
  /** PNG, encoded as base64. */
  readonly picture: string = 'iVBORw0KGgo=';
}

/** Schema of the input of every tool. */
export const INPUT: z.ZodObject<{ city: z.ZodString }> = z.object({ city: z.string() });

/** Schema of structured output. */
export const OUTPUT: z.ZodObject<{ name: z.ZodString; cities: z.ZodArray<z.ZodString> }> = z.object({
  name: z.string(),
  cities: z.array(z.string()),
});

/** Schema that the service does not support, because it has free keys. */
export const UNSUPPORTED: z.ZodObject<{ prices: z.ZodRecord<z.ZodString, z.ZodNumber> }> = z.object({
  prices: z.record(z.string(), z.number()),
});

/** What a loop is asked to do besides running tools until the model stops. */
export interface Wishes {
  /** Number of replies after which it stops. */
  readonly stopAfterSteps?: number;
  /** Number of tokens, over all replies, at which it stops. */
  readonly stopAtTokens?: number;
  /** Cost, over all replies, at which it stops. A token costs one millionth. */
  readonly stopAtCost?: number;
  /** Name of a tool; it stops after a turn that calls it. */
  readonly stopAfterCall?: string;
  /** Forces a tool call with `tool_choice`. */
  readonly force?: true;
  /** `max_tokens` of all turns but the first. */
  readonly laterMaxTokens?: number;
  /** Decision on every call. */
  readonly approval?: 'allow' | { readonly deny: string } | { readonly edit: object };
  /** Timeout of each call, in milliseconds. */
  readonly toolTimeoutMs?: number;
  /** Maximum number of calls that run at the same time. */
  readonly maxParallel?: number;
  /** Ends with structured output. */
  readonly structured?: true;
  /** Tries structured output a second time if the first does not match. */
  readonly repair?: true;
}

/** A task for a loop. */
export interface Task {
  readonly url: string;
  readonly tools: readonly TaskTool[];
  readonly wishes: Wishes;
  readonly signal?: AbortSignal;
  /** Receives what to save during the run, so that another process can resume it. */
  readonly save?: (state: string) => void;
  /** What the process before saved last. */
  readonly saved?: string;
}

/** What a loop returns. */
export interface Ending {
  readonly text: string;
  /** Names of the calls that are left to the caller. */
  readonly pending: readonly string[];
  /** Tokens of each reply that the loop returns. */
  readonly tokensPerStep: readonly number[];
  /** Tokens of all replies, if the loop adds them up. */
  readonly totalTokens?: number;
  /** Cost of all replies, if the loop computes it. */
  readonly cost?: number;
  readonly output?: unknown;
}

/** A wish, or another thing that a probe needs. */
export type Feature =
  keyof Wishes | 'editing' | 'resume' | 'updates' | 'partial' | 'outcome' | 'unsupported' | 'mcp';

/** An agent loop under test. */
export interface LoopSubject {
  /**
   * How the loop does each thing, as shown in the table: an option in backticks, or `own code` followed by what that code
   * does. Missing if the probe does not apply or there is nothing comparable.
   */
  readonly how: Readonly<Partial<Record<Feature, string>>>;
  run(task: Task): Promise<Ending>;
  /** Streams a run and returns the types of all updates that it yields. */
  updates?(task: Task): Promise<readonly string[]>;
  /** Streams structured output and returns the partial objects. */
  partial?(url: string): Promise<readonly unknown[]>;
  /** Requests structured output and returns what a program can branch on. */
  outcome?(url: string): Promise<string>;
  /** Requests structured output with {@link UNSUPPORTED}. */
  unsupported?(url: string): Promise<unknown>;
  /** Runs a loop with the tools of an MCP server. */
  mcp?(url: string, server: string): Promise<Ending>;
}
