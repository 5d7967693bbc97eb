import { Component, type ReactNode } from 'react';
import { Empty } from '../ui/empty.js';
import { outage } from './outage.js';

/**
 * Keeps everything around a page when the page itself cannot be shown: its script did not arrive, because the console
 * has ended or is another by now, or it failed while it was drawn.
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
    // A script that did not arrive is not asked for again: the page is, as soon as there is somebody to ask.
    this.#stop = outage.onBack(() => location.reload());
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page" role="alert">
        <h1>This page could not be shown</h1>
        <Empty icon="warn" title="What you have done on other pages is kept">
          <p>The console may have ended in the terminal, or been started anew since you opened this page.</p>
          <button type="button" className="button primary" onClick={() => location.reload()}>
            Load it again
          </button>
        </Empty>
      </div>
    );
  }
}
