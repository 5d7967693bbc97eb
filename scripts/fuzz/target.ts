/** A program under test that interprets untrusted input. */
export interface FuzzTarget {
  /**
   * Interprets an input.
   *
   * @returns A short description of the outcome. Inputs with a new outcome are mutated further.
   * @throws When the outcome is a defect.
   */
  run(input: Buffer): Promise<string>;
}

/** Fails when a value is a defect of the program under test. */
export function requireThat(isFine: boolean, what: string): void {
  if (!isFine) throw new Error(what);
}
