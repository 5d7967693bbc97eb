/** Reads a whole list. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Ids of a whole list. */
export async function idsOf(items: AsyncIterable<object>): Promise<string[]> {
  return (await collect(items)).map((item) => String((item as { id?: unknown }).id));
}
