import { type ComponentProps, useCallback, useEffect } from 'react';
import { useRecordContext, useRegisterMutationMiddleware, useSaveContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { FormFrame } from '#ui/FormFrame.tsx';
import { useUnsavedForm } from './LeaveGuard.tsx';

/**
 * Around the inputs of every stock form. Asks before it is left with something unsaved; what was saved is its new
 * beginning; what others save comes in beside what is being typed.
 */
export const FormContent = (props: ComponentProps<typeof FormFrame>) => {
  const { dirtyFields, isSubmitSuccessful } = useFormState();
  const { mutationMode = 'pessimistic' } = useSaveContext();
  // An undoable form is left before it is sent.
  const isHandedOver = mutationMode !== 'pessimistic' && isSubmitSuccessful;
  useUnsavedForm(() => !isHandedOver && Object.keys(dirtyFields).length > 0);
  useKeptTyping(pathsOf(dirtyFields));
  useNewBeginning();
  return <FormFrame {...props} />;
};

/** react-admin takes a form that the server refused for a saved one, unless the refusal is about a field. */
const useNewBeginning = (): void => {
  const { getValues, reset } = useFormContext();
  const middleware = useCallback(
    async (...args: unknown[]): Promise<unknown> => {
      const write = args.pop() as (...args: unknown[]) => Promise<unknown>;
      const sent = structuredClone(getValues());
      const answer = await write(...args);
      reset(sent, { keepValues: true, keepFieldsRef: true, keepTouched: true });
      return answer;
    },
    [getValues, reset],
  );
  useRegisterMutationMiddleware(middleware);
};

/** A record that comes anew resets the form: what was typed over it goes back in, beside what has changed. */
const useKeptTyping = (typed: readonly string[]): void => {
  const record = useRecordContext();
  const { getValues, setValue } = useFormContext();
  useEffect(() => {
    const kept = typed.map(path => [path, getValues(path)] as const);
    // The form itself is reset after its content's effects.
    queueMicrotask(() => {
      for (const [path, value] of kept) setValue(path, value, { shouldDirty: true });
    });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record]);
};

/** The fields that differ, a list as a whole: its items have no names. */
const pathsOf = (dirty: unknown, path = ''): string[] => {
  if (dirty === true || Array.isArray(dirty)) return [path];
  if (typeof dirty !== 'object' || dirty === null) return [];
  return Object.entries(dirty).flatMap(([name, inner]) => pathsOf(inner, path ? `${path}.${name}` : name));
};
