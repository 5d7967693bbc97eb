/** Returns an object with its keys in snake case, as JSON lines have them. Objects within it are unchanged. */
export function snakeKeys(fields: object): object {
  const snake = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [snake(key), value as unknown]));
}
