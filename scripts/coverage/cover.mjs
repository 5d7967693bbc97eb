import { readTables } from './tables.mjs';

/**
 * Finds the places of every row of a document's tables.
 *
 * @param {object} data - See `main.mjs`.
 * @param {ReturnType<import('./places.mjs').createPlaces>} places - Finds places.
 * @returns {{ lines: object[], problems: string[] }} One line for each row, and what is missing.
 */
export function cover(data, places) {
  const lines = [];
  const problems = [];
  for (const table of data.tables) {
    for (const [row, [contract, ...rules]] of Object.entries(table.rows)) {
      const line = {
        row: `${table.heading} > ${row}`,
        contract: contractOf(data, places, contract),
        client: places.client(table.clients?.[row] ?? table.client),
        handler: places.handler(table.handlers?.[row] ?? table.handler),
        test: rules.length > 0 && rules.every(places.test) ? rules.map(places.test).join(', ') : undefined,
      };
      const missing = Object.keys(line).filter((what) => line[what] === undefined);
      problems.push(...missing.map((what) => `${line.row}: no ${what} (${[contract, ...rules].join(', ')})`));
      lines.push(line);
    }
  }
  return { lines, problems };
}

/** A document can speak of several services. */
function contractOf(data, places, reference) {
  for (const service of [data.service].flat()) {
    const place = places.contract(service, reference);
    if (place !== undefined) return place;
  }
  return undefined;
}

/**
 * Compares the rows of the data with those of the document.
 *
 * @param {object} data - See `main.mjs`.
 * @param {string} text - The document.
 * @returns {string[]} What differs.
 */
export function compare(data, text) {
  const problems = [];
  const written = new Map(readTables(text).map((table) => [`${table.heading} #${table.number}`, table.rows]));
  const known = new Map(data.tables.map((table) => [`${table.heading} #${table.number ?? 1}`, Object.keys(table.rows)]));
  for (const [table, rows] of written)
    for (const row of rows)
      if (!known.get(table)?.includes(row)) problems.push(`${table} > ${row}: is in the document, not in the data`);
  for (const [table, rows] of known)
    for (const row of rows)
      if (!written.get(table)?.includes(row)) problems.push(`${table} > ${row}: is in the data, not in the document`);
  return problems;
}
