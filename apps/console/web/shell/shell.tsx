import { Suspense, useEffect } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import iconUrl from '../icon.svg';
import { useLoad } from '../ui/load.js';
import { Icon } from '../ui/icon.js';
import { Spinner } from '../ui/spinner.js';
import { useOutage, useReachability } from './outage.js';
import { PageBoundary } from './page-boundary.js';
import { PAGES } from './pages.js';
import { Shortcuts } from './shortcuts.js';
import { useTheme } from './theme.js';

/** Everything around a page: navigation, where the console is connected to, outages, keys. */
export function Shell() {
  useReachability();
  const [path] = useLocation();
  return (
    <div className="shell">
      <a className="button skip" href="#main">
        To the page
      </a>
      <Side />
      <OutageBanner />
      <main id="main" tabIndex={-1}>
        <PageBoundary key={path}>
          <Suspense fallback={<Spinner />}>
            <Switch>
              {PAGES.map((page) => (
                <Route key={page.path} path={page.path} component={page.component} />
              ))}
              <Redirect to={PAGES[0]?.path ?? '/'} replace />
            </Switch>
          </Suspense>
        </PageBoundary>
      </main>
      <Shortcuts />
    </div>
  );
}

function Side() {
  const [path] = useLocation();
  const [theme, nextTheme] = useTheme();
  const current = PAGES.find((page) => path.startsWith(page.path));
  useEffect(() => {
    document.title = current === undefined ? 'Parlance console' : `${current.title} · Parlance console`;
  }, [current]);
  return (
    <header className="side">
      <Link href="/" className="brand">
        <img src={iconUrl} alt="" />
        Parlance
      </Link>
      <nav className="nav" aria-label="Pages">
        {PAGES.map((page) => (
          <Link key={page.path} href={page.path} aria-current={page === current ? 'page' : undefined}>
            <Icon name={page.icon} />
            {page.title}
            <kbd aria-hidden="true">g {page.key}</kbd>
          </Link>
        ))}
      </nav>
      <div className="side-end">
        <Where />
        <button
          type="button"
          className="button quiet"
          onClick={nextTheme}
          aria-label={`Colours: ${theme}. Change`}
        >
          <Icon name={theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system'} />
        </button>
      </div>
    </header>
  );
}

function Where() {
  const { data } = useLoad('service.about', null);
  const down = useOutage() !== undefined;
  if (data === undefined) return null;
  return (
    <div className="where">
      <span className={`dot ${down ? 'down' : ''}`} />
      <span>{down ? 'No answer' : data.emulator ? 'Emulator' : 'Service'}</span>
      <span className="address truncate">{data.host}</span>
    </div>
  );
}

function OutageBanner() {
  const problem = useOutage();
  if (problem === undefined) return null;
  const who = problem.code === 'console_unreachable' ? 'The console’s own server' : 'The service';
  return (
    <div className="banner" role="status">
      <div className="spinner" />
      <span>
        <strong>{who} does not answer.</strong> Nothing is lost: the console keeps asking and goes on by
        itself.
      </span>
    </div>
  );
}
