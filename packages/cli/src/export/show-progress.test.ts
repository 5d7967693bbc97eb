import type { ExportForecast, ExportStatus } from '@parlance/archive';
import { expect, test } from 'vitest';
import { checkLines } from '../testing/check-lines.js';
import { statusFields, statusText } from './show-progress.js';

const FORECAST: ExportForecast = {
  madeAt: '2026-06-01T00:00:00.000Z',
  endsAt: '2026-06-03T12:00:00.000Z',
  earliestEndsAt: '2026-06-03T00:00:00.000Z',
  latestEndsAt: '2026-06-04T00:00:00.000Z',
  requests: 2_000,
  sent: 500,
  endedAt: null,
  error: null,
};

function statusWith(forecast: ExportForecast | null): ExportStatus {
  const none = { sealed: 0, open: 0, failed: 0 };
  return {
    name: 'default',
    state: 'running',
    run: 1,
    bound: FORECAST.madeAt,
    completedTo: null,
    runner: null,
    problem: null,
    windows: none,
    partitions: none,
    records: 0,
    lateRecords: 0,
    certificates: 0,
    followers: [],
    failures: [],
    forecast,
  };
}

const ended = (endedAt: string, error: number): ExportForecast => ({ ...FORECAST, endedAt, error });

test.each<[ExportForecast, string]>([
  [FORECAST, 'Forecast: 2 d 12 h, until 2026-06-03T12:00:00.000Z; 500 of 2,000 requests are sent'],
  [
    ended('2026-06-04T00:00:00.000Z', -1 / 6),
    'Forecast: 2 d 12 h; took 3 d 0 h, so the forecast was 17 % too short',
  ],
  [
    ended('2026-06-03T00:00:00.000Z', 0.25),
    'Forecast: 2 d 12 h; took 2 d 0 h, so the forecast was 25 % too long',
  ],
  [ended('2026-06-03T12:00:00.000Z', 0), 'Forecast: 2 d 12 h, as long as it took'],
])('the status says how wrong the forecast was', (forecast, text) => {
  expect(statusText(statusWith(forecast))).toContain(text);
});

test('a line of the status has the forecast, or null', () => {
  for (const forecast of [FORECAST, ended('2026-06-03T00:00:00.000Z', 0.25), null]) {
    const line = { type: 'status', time: FORECAST.madeAt, ...statusFields(statusWith(forecast)) };
    expect(checkLines([line], false)).toHaveLength(1);
  }
});
