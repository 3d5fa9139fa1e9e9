import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { findProblem, notJsonError, problemOf } from './json-problem.ts';

it('counts lines and columns from 1, whatever ends the lines', () => {
  const message = 'Expected a value.';
  expect(findProblem('{\n  "a": x\n}')).toEqual({ message, line: 2, column: 8 });
  expect(findProblem('{\r\n  "a": x\r\n}')).toEqual({ message, line: 2, column: 8 });
  expect(findProblem('x')).toEqual({ message, line: 1, column: 1 });
  expect(findProblem('{"a": 1}')).toBeUndefined();
});

it('says what a save ends with', () => {
  const error = notJsonError({ message: 'Expected a value.', line: 2, column: 8 });
  expect(error).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  expect(error.message).toBe('This text is not JSON. Line 2, column 8. Expected a value.');
});

it('reads the position from the portal’s error', () => {
  const problem = { message: 'The name "a" is there twice.', line: 3, column: 5 };
  expect(problemOf(new ApiError({ status: 400, message: 'No.', details: { problem } }))).toEqual(problem);
  expect(problemOf(new ApiError({ status: 400, message: 'No.', details: { problem: 'x' } }))).toBeUndefined();
  expect(problemOf(new Error('No.'))).toBeUndefined();
});
