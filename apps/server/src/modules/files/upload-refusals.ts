import { AppError } from '../../errors.ts';
import type { Ending } from '../../platform/files/file-writer.ts';
import { tooLarge } from './storage-errors.ts';

/** Why receiving ended, where it did not end well. A source that was cut has nobody to tell. */
export const refusals = {
  more: tooLarge,
  cut: () => new AppError('BAD_REQUEST', 'The connection broke.'),
  stalled: () => new AppError('TIMEOUT', 'No bytes came for a minute.'),
} satisfies Partial<Record<Ending, () => AppError>>;
