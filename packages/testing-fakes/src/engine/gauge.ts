/** The rate limits of one operation family. */
export interface Gauge {
  /** Counts a request. @throws {Refusal} 429 when a limit is exceeded. */
  take(): void;
  /** Counts the tokens in the `usage` of a response or event, if it has one. */
  spend(result: unknown): void;
  /** Counts a use of a tool. Returns false, and counts nothing, when its limit is exceeded. */
  useTool(): boolean;
  /** Returns the rate limit headers: limit, remaining and reset of each measure of requests. */
  headers(): Readonly<Record<string, string>>;
}
