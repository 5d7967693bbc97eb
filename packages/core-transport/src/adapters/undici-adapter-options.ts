import type { Dispatcher } from 'undici';

/** Options for {@link UndiciAdapter}. */
export interface UndiciAdapterOptions {
  /** Maximum number of open connections. Default unlimited. */
  readonly connections?: number | undefined;
  /**
   * How long an idle connection stays open, in milliseconds. Default 4,000; a `keep-alive` header of the server takes
   * precedence.
   */
  readonly keepAliveMs?: number | undefined;
  /** Certificate authorities to trust instead of the default ones, in PEM format. */
  readonly ca?: string | readonly string[] | undefined;
  /** Whether to use the proxy from `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Default true. */
  readonly proxyFromEnvironment?: boolean | undefined;
  /** Deadline for the TCP and TLS handshakes of requests that do not set their own, in milliseconds. Default 10,000. */
  readonly connectMs?: number | undefined;
  /**
   * An undici 8 dispatcher to use instead of creating one. The options above are then ignored, and closing the
   * dispatcher is up to you.
   */
  readonly dispatcher?: Dispatcher | undefined;
}
