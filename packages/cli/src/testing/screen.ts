/** Draws what a command prints as a picture of a terminal with 80 columns. */

/** Columns of the terminal. */
const COLUMNS = 80;
/** Lines of a picture. The rest is left out. */
const LINES = 40;
const CHARACTER = 8.43;
const LINE = 19;
const MARGIN = 16;

/**
 * Returns an SVG picture.
 *
 * @param command - The command line.
 * @param printed - What it printed.
 */
export function screenOf(command: string, printed: string): string {
  const lines = [`$ ${command}`, ...printed.trimEnd().split('\n')].flatMap(wrap);
  const shown = lines.length > LINES ? [...lines.slice(0, LINES - 1), '…'] : lines;
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = shown.length * LINE + 2 * MARGIN;
  const rows = shown.map((line, index) => {
    const isTyped = index < wrap(`$ ${command}`).length;
    const y = MARGIN + (index + 0.75) * LINE;
    return `<text x="${MARGIN}" y="${y}"${isTyped ? ' fill="#9ecbff"' : ''}>${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(command)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#161b22"/>`,
    `<g font-family="monospace" font-size="14" fill="#e6edf3">`,
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Continues a line that is too long on the next one, as a terminal does. */
function wrap(line: string): readonly string[] {
  const characters = [...line];
  const rows = Math.max(1, Math.ceil(characters.length / COLUMNS));
  return Array.from({ length: rows }, (_, row) =>
    characters.slice(row * COLUMNS, (row + 1) * COLUMNS).join(''),
  );
}

function escaped(text: string): string {
  const entities = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  // Browsers join ordinary spaces.
  return entities.replaceAll(' ', '\u00A0');
}
