/* Fetches the next page while the current one is processed. */
import assert from 'node:assert/strict';
// #region Prefetch pages
import { ComplianceClient } from '@parlance/compliance';

const compliance = new ComplianceClient();
let count = 0;
const activities = compliance.activities.list({ limit: 100 }, { prefetch: true });
for await (const _activity of activities) count += 1;
console.log(count);
// #endregion

assert(count >= 300);
