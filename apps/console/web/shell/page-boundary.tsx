import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { outage } from '../outage.js';

/**
 * Keeps the shell usable when a page fails to load or render, for example because the console stopped or was rebuilt
 * and the page's script is gone.
 */
export class PageBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override readonly state = { hasFailed: false };
  #stop = (): void => {};

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    // A failed module import is not retried, so reload the page once the server is back.
    this.#stop = outage.onBack(() => location.reload());
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page" role="alert">
        <h1>This page couldn’t load</h1>
        <Empty icon="warn" title="Your work on other pages is safe">
          <p>The console may have stopped or restarted since you opened this page.</p>
          <Button kind="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </Empty>
      </div>
    );
  }
}
