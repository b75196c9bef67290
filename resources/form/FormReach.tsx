import type { RefObject } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';

/** Exposes the form's methods to the editor above, which is outside the form's context. */
export const FormReach = ({ reach }: { reach: RefObject<UseFormReturn | null> }) => {
  reach.current = useFormContext();
  return null;
};
