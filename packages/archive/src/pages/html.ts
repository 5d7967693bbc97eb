/** Markup that is complete: what is added to it is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes markup. Values are escaped, and text of others is isolated, so that its direction does not reorder what is around it. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((whole, text, index) => `${whole}${textOf(parts[index - 1] ?? '')}${text}`));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ccc}
td{overflow-wrap:anywhere}td.number{font-variant-numeric:tabular-nums}code{font-size:.9em}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}section{border-left:3px solid #ccc;padding-left:1rem;margin:1rem 0}
section.hit{border-color:#c80}section h2,h3{font-size:1rem}.omitted{color:#555}`;

/** The start of a page that loads nothing and runs nothing. */
export function pageHead(title: string): Html {
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><style>${new Html(STYLE)}</style></head><body>
`;
}

/** Content of a cell. */
export type Cell = string | number;

/** Makes a table; `None.` if it has no rows. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  if (rows.length === 0) return markup`<p>None.</p>`;
  return markup`<table><thead><tr>${heads.map((head) => markup`<th>${head}</th>`)}</tr></thead><tbody>
${rows.map(row)}</tbody></table>`;
}

/** Makes a row of a table. Numbers are aligned. */
export function row(cells: readonly Cell[]): Html {
  const shown = cells.map((cell) =>
    typeof cell === 'number' ? markup`<td class="number">${cell}</td>` : markup`<td><bdi>${cell}</bdi></td>`,
  );
  return markup`<tr>${shown}</tr>
`;
}
