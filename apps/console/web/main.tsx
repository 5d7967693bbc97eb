import { createRoot } from 'react-dom/client';
import { Shell } from './shell/shell.js';

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element "app"');
createRoot(place).render(<Shell />);
