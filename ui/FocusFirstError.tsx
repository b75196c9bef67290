import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

interface FocusFirstErrorProps {
  /**
   * Called if none of the invalid fields is mounted, for example because they are on another tab. The focus moves as
   * soon as one of them appears.
   */
  onUnmounted?: (names: readonly string[]) => void;
}

/**
 * After a failed submit, focuses the first invalid field of the form. It queries the DOM, so it works for fields of any
 * library.
 */
export const FocusFirstError = ({ onUnmounted }: FocusFirstErrorProps) => {
  const marker = useRef<HTMLSpanElement>(null);
  const { errors, submitCount, isSubmitting } = useFormState();
  const lastHandled = useRef(0);
  const lastReported = useRef(0);
  const names = Object.keys(errors).filter(name => name !== 'root');
  // Runs on every render, because a field on another tab is mounted some renders after `onUnmounted`.
  useEffect(() => {
    if (isSubmitting || lastHandled.current === submitCount) return;
    const invalidElement = marker.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalidElement || names.length === 0) lastHandled.current = submitCount;
    invalidElement?.focus();
    if (invalidElement || names.length === 0 || lastReported.current === submitCount) return;
    lastReported.current = submitCount;
    onUnmounted?.(names);
  });
  return <span ref={marker} hidden />;
};
