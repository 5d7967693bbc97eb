/** Changes of a folder in this process, one after the other. */

/** The last change of each folder, for all tools of this process. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs a change of a folder after earlier changes of this process, so that what it has read is still there when it writes.
 *
 * @param folder - Path of the folder, without symbolic links.
 * @param signal - The change does not start once this is aborted.
 * @param change - The change.
 */
export async function changeInTurn<T>(
  folder: string,
  signal: AbortSignal,
  change: () => Promise<T>,
): Promise<T> {
  const before = last.get(folder) ?? Promise.resolve();
  const result = before.then(() => {
    signal.throwIfAborted();
    return change();
  });
  const settled = result.catch(() => undefined);
  last.set(folder, settled);
  await settled;
  if (last.get(folder) === settled) last.delete(folder);
  return result;
}
