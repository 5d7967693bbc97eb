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

/** CPU that no input of this size should need, in microseconds. Below it, a measurement is too coarse to compare. */
const NOTICEABLE = 200_000;

/** Returns whether four times the input takes no more than about four times the work. */
export async function isLinear(target: FuzzTarget, once: Buffer, fourTimes: Buffer): Promise<boolean> {
  const worked = async (input: Buffer): Promise<number> => {
    const before = process.cpuUsage();
    await target(input);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const base = await worked(once);
  const grown = await worked(fourTimes);
  if (grown < NOTICEABLE || grown < 8 * base) return true;
  // Compiling and collecting garbage are work of the first time only.
  return (await worked(fourTimes)) < 8 * (await worked(once));
}
