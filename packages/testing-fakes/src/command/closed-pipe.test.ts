import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { dropWhenClosed } from './closed-pipe.js';

test('ignores a closed pipe, throws on a full disk', () => {
  const stream = new PassThrough();
  dropWhenClosed(stream);
  const fail = (code: string) => () =>
    stream.emit('error', Object.assign(new Error(`write ${code}`), { code }));
  expect(fail('EPIPE')).not.toThrow();
  expect(fail('ENOSPC')).toThrow('write ENOSPC');
});
