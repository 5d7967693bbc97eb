const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

let reader: HTMLElement | undefined;

/** Decodes character references such as `&lt;`. Uses the browser's parser, which knows all of them. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const place = (reader ??= document.createElement('i'));
  return text.replaceAll(ENTITY, (entity) => {
    // Safe: the pattern matches a single character reference, never markup.
    place.innerHTML = entity;
    return place.textContent ?? entity;
  });
}
