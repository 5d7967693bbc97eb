type AsyncHooks = typeof import('node:async_hooks');

/**
 * Binds a function to the async context of the caller, so that an `AsyncLocalStorage` has the caller's value in it,
 * whatever calls it later. Returns the function unchanged in runtimes without async contexts.
 */
export function bindToCaller<A extends unknown[], R>(callback: (...values: A) => R): (...values: A) => R {
  const hooks = builtinModule('node:async_hooks') as AsyncHooks | undefined;
  return hooks === undefined ? callback : hooks.AsyncLocalStorage.bind(callback);
}

/** Browsers and some workers have no `process`. */
function builtinModule(name: string): unknown {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name);
}
