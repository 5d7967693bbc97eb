import { useEffect, useRef, type RefObject } from 'react';

/** A reader within this many pixels of the end counts as being at the end. */
const NEAR_PX = 48;

/**
 * Keeps the end of a growing list in view, unless the reader has scrolled away from it.
 *
 * @param list - The list that grows.
 * @param content - A value that changes when the list does.
 * @param always - Scrolls to the end wherever the reader is, for example after their own message.
 */
export function useFollow(list: RefObject<HTMLElement | null>, content: unknown, always = false): void {
  const atEnd = useRef(true);
  useEffect(() => {
    let height = list.current?.clientHeight;
    const onScroll = (): void => {
      if (list.current === null) return;
      // A resize also fires scroll events; the resize observer handles those.
      if (list.current.clientHeight === height) atEnd.current = isAtEnd(list.current);
    };
    // Scroll events do not bubble. Capturing catches them whether the list or the page scrolls.
    const options = { passive: true, capture: true };
    document.addEventListener('scroll', onScroll, options);
    // A growing neighbor, such as the message box, shrinks the list and would hide its end.
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

/** On a narrow screen, the list has its full height and the page scrolls instead. */
function scrollerOf(list: HTMLElement): HTMLElement {
  return list.scrollHeight > list.clientHeight ? list : (list.closest('main') ?? list);
}

function isAtEnd(list: HTMLElement): boolean {
  const scroller = scrollerOf(list);
  if (scroller === list) return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  return list.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom < NEAR_PX;
}
