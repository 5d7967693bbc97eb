/* Reads the declaration of an endpoint. */
import assert from 'node:assert/strict';
// #region Read the contract
import { archiveVault, operations } from '@parlance/schemas';

console.log(archiveVault.method, archiveVault.path, archiveVault.beta);
const creates = Object.values(operations).filter(({ replay }) => replay === 'create');
console.log(creates.map(({ id }) => id));
// #endregion

assert.equal(archiveVault.path, '/v1/vaults/{vault_id}/archive');
assert(creates.length > 0);
