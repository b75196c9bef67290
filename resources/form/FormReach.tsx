import type { RefObject } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';

/** Hands the form's methods to the editor above it. */
export const FormReach = ({ reach }: { reach: RefObject<UseFormReturn | null> }) => {
  reach.current = useFormContext();
  return null;
};
