import { numberedPath } from '../certificates/sealed-file.js';

/** A numbered file of an archive, such as a segment. */
export interface NumberedFile {
  /** Path in the archive. */
  readonly path: string;
  /** The number in its name, from 1. */
  readonly number: number;
}

/**
 * Lists the numbered files of a folder with a number above another one, in ascending order. Files with other names are left out.
 *
 * @param list - Returns the names in a folder.
 */
export async function listNumberedFiles(
  list: (folder: string) => Promise<readonly string[]>,
  folder: string,
  above = 0,
): Promise<readonly NumberedFile[]> {
  const files: NumberedFile[] = [];
  for (const thousand of await list(folder)) {
    if (!/^\d{3,}$/.test(thousand) || Number(thousand) < Math.floor(above / 1_000)) continue;
    for (const name of await list(`${folder}/${thousand}`)) {
      const file = { path: `${folder}/${thousand}/${name}`, number: Number.parseInt(name, 10) };
      const isNumbered = ['ndjson', 'ndjson.zst'].some(
        (extension) => file.path === numberedPath(folder, file.number, extension),
      );
      if (isNumbered && file.number > above) files.push(file);
    }
  }
  return files.sort((left, right) => left.number - right.number);
}
