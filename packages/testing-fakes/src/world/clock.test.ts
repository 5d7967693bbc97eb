import { describe, expect, test, vi } from 'vitest';
import { createClock } from './clock.js';

describe('the clock', () => {
  test('in skip mode ends waits in order, without taking real time', async () => {
    const clock = createClock();
    const ended: string[] = [];
    const wait = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms);
      ended.push(`${name} ${clock.now() - Date.UTC(2026, 5, 1)}`);
    };
    await Promise.all([wait('long', 3_600_000), wait('short', 10), wait('same', 10), wait('none', 0)]);
    expect(ended).toEqual(['none 0', 'short 10', 'same 10', 'long 3600000']);
  });

  test('in manual mode moves only when it is advanced or set', async () => {
    const clock = createClock({ mode: 'manual', start: 1000 });
    const woken = vi.fn<() => void>();
    const sleeping = clock.sleep(50).then(woken);
    clock.schedule(60, woken);
    await new Promise((resolve) => setImmediate(resolve));
    expect([clock.now(), woken.mock.calls.length]).toEqual([1000, 0]);
    clock.advance(50);
    await sleeping;
    expect(woken).toHaveBeenCalledTimes(1);
    clock.set(5000);
    expect(woken).toHaveBeenCalledTimes(2);
    expect(clock.iso()).toBe('1970-01-01T00:00:05.000Z');
    expect(() => clock.advance(-1)).toThrow(RangeError);
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
  });

  test('in running mode follows real time, multiplied by the factor', async () => {
    const clock = createClock({ mode: 'running', factor: 1_000_000, start: 0 });
    await clock.sleep(3_600_000);
    expect(clock.now()).toBeGreaterThanOrEqual(3_600_000);
    clock.run('manual');
    const now = clock.now();
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(now);
  });

  test('in skip mode does not move for scheduled callbacks', async () => {
    const clock = createClock();
    const called = vi.fn<() => void>();
    const cancel = clock.schedule(10, called);
    clock.schedule(20, called);
    await new Promise((resolve) => setImmediate(resolve));
    expect(called).not.toHaveBeenCalled();
    cancel();
    await clock.sleep(30);
    expect(called).toHaveBeenCalledTimes(1);
  });

  test('ends a wait when its signal aborts, and all waits when it stops', async () => {
    const clock = createClock({ mode: 'manual' });
    const gone = new AbortController();
    const one = clock.sleep(Infinity, gone.signal);
    gone.abort();
    await one;
    await clock.sleep(10, gone.signal);
    const other = clock.sleep(Infinity);
    clock.stop();
    await other;
    await clock.sleep(10);
    expect(clock.iso()).toBe('2026-06-01T00:00:00.000Z');
  });
});
