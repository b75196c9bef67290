import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

interface FocusFirstErrorProps {
  /** Hears of faulty fields none of which is on the screen; drawing one of them then brings the focus to it. */
  onUnseen?: (names: readonly string[]) => void;
}

/** Brings the focus to the first field of its form that a submission left marked, whoever marked it. */
export const FocusFirstError = ({ onUnseen }: FocusFirstErrorProps) => {
  const place = useRef<HTMLSpanElement>(null);
  const { errors, submitCount, isSubmitting } = useFormState();
  const handled = useRef(0);
  const told = useRef(0);
  const names = Object.keys(errors).filter(name => name !== 'root');
  // With each render: a field on another tab is drawn some renders after it was asked for.
  useEffect(() => {
    if (isSubmitting || handled.current === submitCount) return;
    const marked = place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (marked || names.length === 0) handled.current = submitCount;
    marked?.focus();
    if (marked || names.length === 0 || told.current === submitCount) return;
    told.current = submitCount;
    onUnseen?.(names);
  });
  return <span ref={place} hidden />;
};
