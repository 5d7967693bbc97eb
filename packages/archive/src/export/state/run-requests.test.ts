import { expect, test } from 'vitest';
import { RunRequests } from './run-requests.js';
import { ServiceClock } from './service-clock.js';
import { UnitLog } from './unit-log.js';

function logOf(requests: number): UnitLog {
  const log = new UnitLog(new ServiceClock(0));
  for (let index = 0; index < requests; index += 1) log.request(`req_${index}`);
  return log;
}

test('a unit that was sealed is counted once, before and after its log has ended', () => {
  const requests = new RunRequests();
  expect(requests.measure(100).unsealed).toBe(0);
  const log = logOf(30);
  requests.begin(log);
  expect(requests.measure(100).unsealed).toBe(30);
  expect(requests.measure(130).unsealed).toBe(0);
  requests.end(log, true);
  expect(requests.measure(130).unsealed).toBe(0);
  // Read before the unit was sealed.
  expect(requests.measure(100).unsealed).toBe(30);
});

test('what is read again, and the requests of other processes, are not unsealed', () => {
  const requests = new RunRequests();
  requests.measure(0);
  const log = logOf(30);
  requests.begin(log);
  requests.end(log, false);
  expect(requests.measure(0).unsealed).toBe(0);
  expect(requests.measure(500).unsealed).toBe(0);
});

test('the rate is unknown for a minute, and while nothing is sent', () => {
  let nowMs = 5_000;
  const requests = new RunRequests(() => nowMs);
  expect(requests.measure(100).perMinute).toBe(Infinity);
  nowMs += 59_999;
  expect(requests.measure(200).perMinute).toBe(Infinity);
  nowMs += 60_001;
  expect(requests.measure(200).perMinute).toBe(50);
  expect(requests.measure(100).perMinute).toBe(Infinity);
});
