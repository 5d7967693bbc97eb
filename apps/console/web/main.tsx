import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { queryClient } from './query-client.js';
import { Shell } from './shell/shell.js';

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element "app"');
createRoot(place).render(
  <QueryClientProvider client={queryClient}>
    <Shell />
  </QueryClientProvider>,
);
