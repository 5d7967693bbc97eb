/**
 * Entry `@parlance/archive/internal`: the parts of plans that people approve, which other packages share. Not for users: it may change in any
 * release.
 *
 * @packageDocumentation
 */
export { canonicalJson } from './certificates/canonical-json.js';
export { digestOf } from './certificates/digest.js';
export { markup, pageHead, table, type Html } from './pages/html.js';
export { requireApproved, type Approval } from './retention/approvals.js';
export { checkApprovers, type Approvers } from './retention/approvers.js';
export { holdsInForce } from './retention/holds.js';
