/** Sessions accept the ledger of a store, although neither package imports the other. */
import type { Store } from '@parlance/durable';
import type { StoredToolResult, ToolLedger } from '@parlance/managed-agents';

declare const store: Store;
export const ledger: ToolLedger = store.ledger<StoredToolResult>('tools');
