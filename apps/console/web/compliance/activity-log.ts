import { useEffect, useState } from 'react';
import type { ActivityListParams } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch } from '../rpc.js';
import { outage } from '../shell/outage.js';
import { familyOf } from './families.js';

/** Activities in columns, oldest first, so that the timeline can draw them as they are. */
export interface ActivityLog {
  readonly ids: readonly string[];
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly types: readonly string[];
  readonly actors: readonly string[];
  readonly families: readonly number[];
}

const NONE: ActivityLog = { ids: [], times: [], types: [], actors: [], families: [] };

/** Loads the activities that fit some filters; the log grows page by page. */
export function useActivityLog(params: ActivityListParams) {
  const [log, setLog] = useState(NONE);
  const [loading, setLoading] = useState(true);
  const [problem, setProblem] = useState<Problem>();
  const [round, setRound] = useState(0);
  const key = JSON.stringify(params);
  useEffect(() => {
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      setLoading(true);
      setProblem(undefined);
      let known = NONE;
      try {
        for await (const page of watch(
          'compliance.activities',
          JSON.parse(key) as ActivityListParams,
          stop.signal,
        )) {
          const families = page.types.map(familyOf);
          // Pages go from new to old.
          known = {
            ids: page.ids.toReversed().concat(known.ids),
            times: page.times.toReversed().concat(known.times),
            types: page.types.toReversed().concat(known.types),
            actors: page.actors.toReversed().concat(known.actors),
            families: families.toReversed().concat(known.families),
          };
          setLog(known);
        }
        setLog(known);
      } catch (error) {
        if (stop.signal.aborted) return;
        outage.report(problemFrom(error));
        setProblem(problemFrom(error));
      }
      setLoading(false);
    };
    void load();
    return () => stop.abort();
  }, [key, round]);
  useEffect(() => outage.onBack(() => setRound((value) => value + 1)), []);
  return { log, loading, problem };
}
