import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Ids of the chats in the folder `archive` of a folder, as often as they occur. */
export async function chatsIn(cwd: string): Promise<string[]> {
  const folder = path.join(cwd, 'archive/segments/000');
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  return Array.from(texts.join('').matchAll(/^\{"kind":"chat","id":"(\w+)"/gm), ([, id = '']) => id);
}
