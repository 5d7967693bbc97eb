/**
 * A program under test that interprets untrusted input.
 *
 * @throws When the outcome is a defect.
 */
export type FuzzTarget = (input: Buffer) => Promise<void>;

/** Fails when a value is a defect of the program under test. */
export function requireThat(isFine: boolean, what: string): void {
  if (!isFine) throw new Error(what);
}
