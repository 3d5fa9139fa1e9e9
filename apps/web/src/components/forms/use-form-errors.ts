import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { fieldErrors } from '../../lib/api/api-error.ts';

/** Shows the portal's field errors at their fields. Returns the error if it belongs to no field of this form, else null. */
export function useFormErrors<Values extends object>(form: UseFormReturnType<Values>, error: unknown): unknown {
  const ownErrors = (failure: unknown) =>
    Object.entries(fieldErrors(failure)).filter(([field]) => (field.split('.')[0] ?? '') in form.values);
  const showErrors = useEffectEvent((failure: unknown) => {
    const errors = ownErrors(failure);
    if (errors.length > 0) form.setErrors(Object.fromEntries(errors));
  });
  useEffect(() => showErrors(error), [error]);
  return ownErrors(error).length > 0 ? null : (error ?? null);
}
