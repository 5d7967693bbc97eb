import { useEffect, useRef, type RefObject } from 'react';

/** Within this many pixels of its end, a reader is taken to be at the end. */
const NEAR_PX = 48;

/**
 * Keeps the end of a list in view while it grows, unless the reader has scrolled away from it.
 *
 * @param list - What scrolls.
 * @param content - Changes when the list does.
 * @param always - Goes to the end wherever the reader is, as after their own message.
 */
export function useFollow(list: RefObject<HTMLElement | null>, content: unknown, always = false): void {
  const atEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const onScroll = (): void => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [list]);
  useEffect(() => {
    const element = list.current;
    if (element !== null && (atEnd.current || always)) element.scrollTop = element.scrollHeight;
  }, [list, content, always]);
}
