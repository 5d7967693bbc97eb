import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../ui/dialog.js';
import { useOpen } from '../ui/view.js';
import { PAGES } from './pages.js';
import shortcuts from './shortcuts.json' with { type: 'json' };

/** Keyboard shortcuts for every page: `g` plus a letter opens a page, `/` focuses the input, `?` shows help. */
export function Shortcuts() {
  const [, navigate] = useLocation();
  const [help, setHelp] = useOpen('shortcuts');
  useEffect(() => {
    let isAfterG = false;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const page = isAfterG ? PAGES.find(({ key }) => key === event.key) : undefined;
      isAfterG = event.key === 'g';
      if (page !== undefined) navigate(page.path);
      else if (event.key === '?') setHelp(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-first-input]')?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
  if (!help) return null;
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => setHelp(false)}>
      <dl className="facts-list">
        {PAGES.map(({ key, title }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        {Object.entries(shortcuts).map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, [role=dialog], [role=listbox]') !== null
  );
}
