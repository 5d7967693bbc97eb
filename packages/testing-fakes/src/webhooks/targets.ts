/** The URLs that an emulator may deliver webhooks to. */
import type { World } from '../world/world.js';

/** Where webhooks may be delivered: to this machine only, or anywhere. */
export type WebhookTargets = 'loopback' | 'any';

/** The URLs that a world may deliver webhooks to. */
export interface Targets {
  /** Whether requests may be sent to a URL. */
  allows(url: string): boolean;
}

/** Sets the targets of a world that has just been opened. */
export function setTargets(world: World, targets: WebhookTargets): void {
  const allows = (url: string): boolean =>
    URL.canParse(url) && (targets === 'any' || isLoopback(new URL(url)));
  world.local<Targets>('webhook-targets', () => ({ allows }));
}

/** Returns the targets of a world: none before {@link setTargets}. */
export function targetsOf(world: World): Targets {
  return world.whole.local<Targets>('webhook-targets', () => ({ allows: () => false }));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
