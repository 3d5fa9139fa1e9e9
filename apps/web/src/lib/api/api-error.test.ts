import { describe, expect, it } from 'vitest';
import { ApiError, fieldErrors } from './api-error.ts';

const failure = (code: string, details?: unknown) => new ApiError({ status: 400, message: 'No.', code, details });

describe('fieldErrors', () => {
  it('reads the fields the server names', () => {
    const fields = [
      { field: 'email', message: 'Enter a valid email address.' },
      { field: 'username', message: 'Too short.' },
    ];
    expect(fieldErrors(failure('BAD_REQUEST', { fields }))).toEqual({
      email: 'Enter a valid email address.',
      username: 'Too short.',
    });
  });

  it('finds nothing in what concerns the whole form or has another shape', () => {
    for (const details of [undefined, null, 'x', { fields: 'x' }, { fields: [null, { field: 1, message: 'x' }] }]) {
      expect(fieldErrors(failure('TOO_MANY_REQUESTS', details))).toEqual({});
    }
    expect(fieldErrors(new Error('x'))).toEqual({});
  });
});
