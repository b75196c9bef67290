import type { RefObject } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';

/** Exposes the form's methods to the editor above, which is outside the form's context. */
export const FormRefSetter = ({ formRef }: { formRef: RefObject<UseFormReturn | null> }) => {
  formRef.current = useFormContext();
  return null;
};
