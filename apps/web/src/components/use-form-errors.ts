import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { fieldErrors } from '../lib/field-errors.ts';

/** Puts the server's complaints at their fields; answers the failure when it belongs to no field of this form. */
export function useFormErrors<Values extends object>(form: UseFormReturnType<Values>, error: unknown): unknown {
  const fields = Object.entries(fieldErrors(error)).filter(([field]) => field in form.values);
  const showErrors = useEffectEvent(() => {
    if (fields.length > 0) form.setErrors(Object.fromEntries(fields));
  });
  useEffect(() => showErrors(), [error]);
  return fields.length > 0 ? null : (error ?? null);
}
