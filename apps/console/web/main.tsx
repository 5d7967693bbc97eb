import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';
import { queryClient } from './query-client.js';
import { Shell } from './shell/shell.js';

// Otherwise zod tries whether it can compile functions, which the content security policy reports as a violation.
config({ jitless: true });

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element "app"');
createRoot(place).render(
  <QueryClientProvider client={queryClient}>
    <Shell />
  </QueryClientProvider>,
);
