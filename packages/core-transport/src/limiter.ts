/** What a client asks before each attempt; see `Limiter` for one that counts requests and minutes. */
export interface Limiting {
  /**
   * Waits for permission to send.
   *
   * @param signal - Fires when the permission is no longer wanted; the wait must then reject with its reason.
   * @returns A function to call when the response is complete, or has failed.
   */
  acquire(signal: AbortSignal): Promise<() => void> | (() => void);
}
