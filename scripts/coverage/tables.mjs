/**
 * Reads the tables of a document.
 *
 * @param {string} text - Markdown.
 * @returns {{ heading: string, number: number, rows: string[] }[]} Each table with its heading, its number under that
 * heading, and the first cell of each row.
 */
export function readTables(text) {
  const tables = [];
  let heading = '';
  let table;
  let numbers = 0;
  for (const line of text.split('\n')) {
    const title = /^#+ (.*)$/.exec(line)?.[1];
    if (title !== undefined) {
      heading = title;
      numbers = 0;
    }
    if (!line.startsWith('|')) {
      table = undefined;
      continue;
    }
    if (table === undefined) {
      table = { heading, number: ++numbers, rows: [] };
      tables.push(table);
      continue;
    }
    if (!/^\|[-| :]+\|$/.test(line)) table.rows.push(firstCell(line));
  }
  return tables;
}

function firstCell(line) {
  return line.split('|')[1].replaceAll('`', '').trim();
}
