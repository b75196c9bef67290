import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import type { Field } from '#contract/fields.ts';

/** What people call a word of a closed set. */
export const useWord = ({ kind }: Pick<Field<'status'> | Field<'choice'>, 'kind'>): ((word: unknown) => string) => {
  const translate = useTranslate();
  const section = kind === 'status' ? 'statuses' : 'choices';
  return useCallback(word => translate(`${section}.${String(word)}`, { _: String(word) }), [translate, section]);
};
