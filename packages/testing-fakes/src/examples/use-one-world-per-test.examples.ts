/* Uses a separate world for each test. */
import assert from 'node:assert/strict';
// #region Use one world per test
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const one = fake.keysOf('test-1').api;
const other = fake.keysOf('test-2').api;
console.log(one, other); // api-test-1 api-test-2
// #endregion

assert.deepEqual([one, other], ['api-test-1', 'api-test-2']);
