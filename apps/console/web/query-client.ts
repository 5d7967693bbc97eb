import { keepPreviousData, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { problemFrom } from './api.js';
import { outage } from './outage.js';

const report = (error: Error): void => outage.report(problemFrom(error));

/**
 * The cache of everything that the page loads. Nothing is retried here: the SDK on the server retries, and after an
 * outage everything on screen is loaded again.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: report }),
  mutationCache: new MutationCache({ onError: report }),
  defaultOptions: {
    // The console is on this machine, so it is reachable even when the browser is offline.
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      placeholderData: keepPreviousData,
    },
    mutations: { networkMode: 'always' },
  },
});

outage.onBack(() => void queryClient.invalidateQueries());
