import { lazy, type ComponentType } from 'react';

/** Returns a component that is loaded when it is first rendered. */
export function lazily<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazy(async () => ({ default: await load() }));
}
