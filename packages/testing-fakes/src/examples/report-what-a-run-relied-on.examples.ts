/* Reports what a run relied on. */
// #region Report what a run relied on
import { createFake, formatReliance, relianceOf } from '@parlance/testing-fakes';

const fake = createFake();
console.log(formatReliance(relianceOf(fake)));
// #endregion
