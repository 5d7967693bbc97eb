import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import iconUrl from '../icon.svg';
import { api, query } from '../api.js';
import { Button } from '../ui/button.js';
import { NotFound } from '../ui/empty.js';
import { Icon } from '../ui/icon.js';
import { CodeButton } from './code-button.js';
import { Spinner } from '../ui/spinner.js';
import { useOutage, useReachability } from '../outage.js';
import { PageBoundary } from './page-boundary.js';
import { PAGES } from './pages.js';
import { Shortcuts } from './shortcuts.js';
import { useTheme } from './theme.js';

/** The frame around every page: navigation, connection status, outage banner and keyboard shortcuts. */
export function Shell() {
  useReachability();
  const [path] = useLocation();
  return (
    <div className="shell">
      <a className="button skip" href="#main">
        Skip to content
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
              <Route>
                <div className="page">
                  <h1>Not found</h1>
                  <NotFound what="Page" />
                </div>
              </Route>
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
  const current = PAGES.find((page) => path === page.path || path === `${page.path}/`);
  useEffect(() => {
    document.title = current === undefined ? 'Parlance console' : `${current.title} · Parlance console`;
  }, [current]);
  return (
    <header className="side">
      <Link href="/" className="row brand">
        <img src={iconUrl} alt="" />
        Parlance
      </Link>
      <nav className="nav" aria-label="Pages">
        {PAGES.map((page) => (
          <Link
            key={page.path}
            href={page.path}
            className="row"
            aria-current={page === current ? 'page' : undefined}
          >
            <Icon name={page.icon} />
            {page.title}
            <kbd aria-hidden="true">g {page.key}</kbd>
          </Link>
        ))}
      </nav>
      <div className="side-end">
        <ConnectionStatus />
        <CodeButton />
        <Button kind="quiet" onClick={nextTheme} aria-label={`Color theme: ${theme}. Switch theme`}>
          <Icon name={theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system'} />
        </Button>
      </div>
    </header>
  );
}

function ConnectionStatus() {
  const { data } = useQuery(query(api.service.about));
  const down = useOutage() !== undefined;
  if (data === undefined) return null;
  return (
    <div className="where">
      <span className={`dot ${down ? 'down' : ''}`} />
      <span>{down ? 'Unreachable' : data.emulator ? 'Emulator' : 'Service'}</span>
      <span className="address truncate">{data.host}</span>
    </div>
  );
}

function OutageBanner() {
  const problem = useOutage();
  if (problem === undefined) return null;
  const who = problem.code === 'console_unreachable' ? 'The console server' : 'The service';
  return (
    <div className="row banner" role="status">
      <div className="spinner" />
      <span>
        <strong>{who} isn’t responding.</strong> Nothing is lost. The console keeps retrying and resumes
        automatically.
      </span>
    </div>
  );
}
