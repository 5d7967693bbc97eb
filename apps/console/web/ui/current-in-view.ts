import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a row of links or tabs to the current one, because the row can be wider than a narrow screen.
 *
 * @param current - Selector of the current one.
 * @param layout - Scrolls again when this text changes.
 * @returns The `ref` of the row.
 */
export function useCurrentInView<E extends HTMLElement>(
  current: string,
  layout: string,
): RefObject<E | null> {
  const row = useRef<E>(null);
  useEffect(() => {
    row.current?.querySelector(current)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, layout]);
  return row;
}
