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
    let height = list.current?.clientHeight;
    const onScroll = (): void => {
      if (list.current === null) return;
      // A list of another size has moved by itself, and is about to be put right.
      if (list.current.clientHeight === height) atEnd.current = isAtEnd(list.current);
    };
    // The event does not bubble; caught on its way down, it is heard whether the list scrolls or the page.
    const options = { passive: true, capture: true };
    document.addEventListener('scroll', onScroll, options);
    // What grows beside the list, as a message that is being written, takes room from it and would hide its end.
    const resized = new ResizeObserver(() => {
      height = list.current?.clientHeight;
      if (list.current !== null && atEnd.current) goToEnd(list.current);
    });
    if (list.current !== null) resized.observe(list.current);
    return () => {
      resized.disconnect();
      document.removeEventListener('scroll', onScroll, options);
    };
  }, [list]);
  useEffect(() => {
    if (list.current !== null && (atEnd.current || always)) goToEnd(list.current);
  }, [list, content, always]);
}

function goToEnd(list: HTMLElement): void {
  const scroller = scrollerOf(list);
  scroller.scrollTop = scroller.scrollHeight;
}

/** On a narrow screen the list has its full height, and the page scrolls. */
function scrollerOf(list: HTMLElement): HTMLElement {
  return list.scrollHeight > list.clientHeight ? list : (list.closest('main') ?? list);
}

function isAtEnd(list: HTMLElement): boolean {
  const scroller = scrollerOf(list);
  if (scroller === list) return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  return list.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom < NEAR_PX;
}
