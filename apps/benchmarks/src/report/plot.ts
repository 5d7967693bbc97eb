/** Plots ratios on a logarithmic scale, with one line per case and one mark per contender. */
import { BASELINE, SUBJECT } from '../contenders/index.ts';
import { nameOf } from './markdown.ts';
import type { Row } from './row.ts';

const WIDTH = 960;
const LEFT = 360;
const RIGHT = 24;
const TOP = 72;
const LINE = 26;
const TICKS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
const COLORS: Readonly<Record<string, string>> = {
  [SUBJECT]: '#1a7f4b',
  'raw-fetch': '#8a8f98',
  'parlance-fetch': '#7cc29f',
  'anthropic-sdk': '#c2570c',
  openai: '#2563a8',
  'ai-sdk': '#8e4ec6',
};

/** Draws the rows that compare contenders with the baseline. */
export function plot(rows: readonly Row[]): string {
  const compared = rows.filter(({ contenders }) => contenders?.[BASELINE] !== undefined);
  const height = TOP + compared.length * LINE + 40;
  const body = [
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    text(
      { x: 16, y: 24, size: 15, weight: 600 },
      'Cost over hand-written undici.request (log scale, less is better)',
    ),
    legend(),
    ...TICKS.map((tick) => gridLine(tick, height)),
    ...compared.flatMap((row, index) => line(row, TOP + index * LINE + LINE / 2)),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif">`,
    ...body,
    '</svg>\n',
  ].join('\n');
}

function line({ title, limit, contenders = {} }: Row, y: number): string[] {
  const marks = Object.entries(contenders)
    .filter(([name]) => COLORS[name] !== undefined)
    // Draw Parlance last, so that nothing covers it.
    .sort(([a], [b]) => Number(a === SUBJECT) - Number(b === SUBJECT))
    .map(([name, { ratio }]) => mark(name, ratio.median, y));
  const budget =
    limit === undefined
      ? []
      : [`<path d="M${position(limit)} ${y - 9}v18" stroke="#b3261e" stroke-width="2"/>`];
  return [text({ x: LEFT - 12, y: y + 4, size: 12, anchor: 'end' }, title), ...budget, ...marks];
}

function mark(name: string, ratio: number, y: number): string {
  const radius = name === SUBJECT ? 6 : 4.5;
  const label = `<title>${escape(nameOf(name))} ${ratio.toFixed(2)}x</title>`;
  return `<circle cx="${position(ratio)}" cy="${y}" r="${radius}" fill="${COLORS[name]}">${label}</circle>`;
}

function legend(): string {
  let x = 16;
  const items = Object.entries(COLORS).map(([name, color]) => {
    const item = `<circle cx="${x + 5}" cy="46" r="5" fill="${color}"/>${text({ x: x + 15, y: 50, size: 12 }, nameOf(name))}`;
    x += 40 + nameOf(name).length * 7;
    return item;
  });
  const budget = `<path d="M${x + 5} 37v18" stroke="#b3261e" stroke-width="2"/>${text({ x: x + 15, y: 50, size: 12 }, 'budget')}`;
  return [...items, budget].join('');
}

function gridLine(tick: number, height: number): string {
  const x = position(tick);
  const color = tick === 1 ? '#3c4047' : '#e3e5e8';
  return (
    `<path d="M${x} ${TOP - 4}V${height - 28}" stroke="${color}"/>` +
    text({ x, y: height - 10, size: 11, anchor: 'middle' }, `${tick}x`)
  );
}

function position(ratio: number): string {
  const [least = 1, most = 1] = [TICKS[0], TICKS.at(-1)];
  const clamped = Math.min(Math.max(ratio, least), most);
  const share = Math.log(clamped / least) / Math.log(most / least);
  return (LEFT + share * (WIDTH - LEFT - RIGHT)).toFixed(1);
}

interface TextStyle {
  readonly x: number | string;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
  readonly anchor?: 'end' | 'middle';
}

function text({ x, y, size, weight = 400, anchor }: TextStyle, content: string): string {
  const align = anchor ? ` text-anchor="${anchor}"` : '';
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="#22252a"${align}>${escape(content)}</text>`;
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
