import type { HttpFailure } from '../http-adapter.js';

/** Creates the failure that adapters throw when a response, or part of its body, does not arrive. */
export function httpFailure(
  code: string,
  sent: boolean,
  message: string,
  facts: Pick<HttpFailure, 'address' | 'proxyStatus'> = {},
): HttpFailure {
  return Object.assign(new Error(message), { code, sent, ...facts });
}

/** Returns the code of an error or of its cause; `unknown` if neither has one. */
export function codeOf(error: unknown): string {
  for (const current of chain(error)) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return 'unknown';
}

/** The addresses, or the host, that an error of the system names; undefined without any. */
export function addressOf(error: unknown): string | undefined {
  for (const current of chain(error)) {
    const tried = current instanceof AggregateError ? current.errors : [current];
    const addresses = tried.map(ownAddress).filter((address) => address !== undefined);
    if (addresses.length > 0) return [...new Set(addresses)].join(', ');
  }
  return undefined;
}

function ownAddress(error: unknown): string | undefined {
  const { address, port, hostname } = error as { address?: string; port?: number; hostname?: string };
  if (address === undefined) return hostname;
  const host = address.includes(':') ? `[${address}]` : address;
  return port === undefined ? host : `${host}:${port}`;
}

/** An error and the errors behind it. */
function chain(error: unknown): Error[] {
  const errors: Error[] = [];
  for (let current = error; current instanceof Error && errors.length < 5; current = current.cause)
    errors.push(current);
  return errors;
}
