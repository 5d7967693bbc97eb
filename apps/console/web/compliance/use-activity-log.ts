import { useEffect, useState } from 'react';
import type { ActivityListParams } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';
import { problemFrom, watch } from '../rpc.js';
import { outage } from '../shell/outage.js';
import { ActivityPages, NO_ACTIVITIES } from './activity-log.js';

/** Loads the activities that match the filters. The log grows page by page. */
export function useActivityLog(params: ActivityListParams) {
  const [log, setLog] = useState(NO_ACTIVITIES);
  const [loading, setLoading] = useState(true);
  const [problem, setProblem] = useState<Problem>();
  const [round, setRound] = useState(0);
  const key = JSON.stringify(params);
  useEffect(() => {
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      setLoading(true);
      setProblem(undefined);
      let known = NO_ACTIVITIES;
      try {
        const pages = new ActivityPages();
        for await (const page of watch(
          'compliance.activities',
          JSON.parse(key) as ActivityListParams,
          stop.signal,
        )) {
          known = pages.append(page);
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
