/* Verifies the archive. */
import assert from 'node:assert/strict';
// #region Verify an archive
import { ArchiveError, verifyArchive } from '@parlance/archive';

let intact = false;
try {
  const result = await verifyArchive('./archive', {
    onProgress: ({ certificates, totalCertificates }) => console.log(certificates, totalCertificates),
  });
  intact = result.ok;
  for (const { rule, message } of result.problems) console.error(`${rule}: ${message}`);
  console.log(intact ? `Intact. Note this digest elsewhere: ${result.head}` : 'Damaged.');
} catch (error) {
  if (!ArchiveError.is(error)) throw error;
  console.error(error.message); // the folder is not an archive
}
// #endregion

assert.equal(intact, true);
