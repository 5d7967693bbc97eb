const MAX_KEY_CHARACTERS = 200;

/** Joins the keys of a path for an error message. Keys can come from the input, so each is cut to 200 characters. */
export function shownPath(path: readonly PropertyKey[]): string {
  return path
    .map(String)
    .map((key) => (key.length > MAX_KEY_CHARACTERS ? `${key.slice(0, MAX_KEY_CHARACTERS - 1)}…` : key))
    .join('.');
}
