import { ApiError } from './api-error.ts';

type FieldError = { field: string; message: string };

/** The server's complaints by field; empty when the failure concerns the form as a whole. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(listedFields(error.details).map((entry) => [entry.field, entry.message]));
}

function listedFields(details: unknown): FieldError[] {
  if (typeof details !== 'object' || details === null || !('fields' in details)) return [];
  return Array.isArray(details.fields) ? details.fields.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null || !('field' in value) || !('message' in value)) return false;
  return typeof value.field === 'string' && typeof value.message === 'string';
}
