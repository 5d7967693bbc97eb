const registry: FinalizationRegistry<() => void> | undefined =
  // Not every runtime has it.
  typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((release) => release());

/**
 * Calls `release` after `handle` has been garbage collected, on a best-effort basis. What is still running must not
 * refer to the handle, and neither must `release`.
 */
export function releaseWhenDropped(handle: object, release: () => void): void {
  registry?.register(handle, release, handle);
}

/** Forgets a handle that needs no release any more. */
export function keepFromRelease(handle: object): void {
  registry?.unregister(handle);
}
