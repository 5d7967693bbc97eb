const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

let reader: HTMLElement | undefined;

/** Turns character references, for example `&lt;`, into what they stand for. The browser knows all of them. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const place = (reader ??= document.createElement('i'));
  return text.replaceAll(ENTITY, (entity) => {
    // Nothing but a reference fits the pattern, so there is no markup in it.
    place.innerHTML = entity;
    return place.textContent ?? entity;
  });
}
