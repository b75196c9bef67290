import { type ComponentProps, useCallback, useEffect } from 'react';
import { useRecordContext, useRegisterMutationMiddleware, useSaveContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { FormCardContent } from '#ui/FormCardContent.tsx';
import { useUnsavedForm } from './LeaveGuard.tsx';

/**
 * Wraps the inputs of every stock form: warns before unsaved changes are lost, makes saved values the new baseline,
 * and merges other people's saves with the unsaved edits.
 */
export const FormContent = (props: ComponentProps<typeof FormCardContent>) => {
  const { dirtyFields, isSubmitSuccessful } = useFormState();
  const { mutationMode = 'pessimistic' } = useSaveContext();
  // An undoable form navigates away before its request is sent.
  const isHandedOver = mutationMode !== 'pessimistic' && isSubmitSuccessful;
  useUnsavedForm(() => !isHandedOver && Object.keys(dirtyFields).length > 0);
  useReappliedEdits(pathsOf(dirtyFields));
  useSavedBaseline();
  return <FormCardContent {...props} />;
};

/** react-admin treats a refused submit as a success unless the error belongs to a field, so this moves the baseline. */
const useSavedBaseline = (): void => {
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

/** A refetched record resets the form, so unsaved edits are applied again on top of it. */
const useReappliedEdits = (typed: readonly string[]): void => {
  const record = useRecordContext();
  const { getValues, setValue } = useFormContext();
  useEffect(() => {
    const kept = typed.map(path => [path, getValues(path)] as const);
    // The form's own reset runs after the effects of its content, hence the microtask.
    queueMicrotask(() => {
      for (const [path, value] of kept) setValue(path, value, { shouldDirty: true });
    });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record]);
};

/** Paths of changed fields; a list counts as a whole, because its items have no stable names. */
const pathsOf = (dirty: unknown, path = ''): string[] => {
  if (dirty === true || Array.isArray(dirty)) return [path];
  if (typeof dirty !== 'object' || dirty === null) return [];
  return Object.entries(dirty).flatMap(([name, inner]) => pathsOf(inner, path ? `${path}.${name}` : name));
};
