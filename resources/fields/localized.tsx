import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { LocalizedDiff } from '../drafts/LocalizedDiff.tsx';
import { LocalizedInput } from './LocalizedInput.tsx';
import { type DrawValue, plainView } from './view.ts';

/** In the current language, else in the first that it is written in. */
const useLocalized = ({ languages }: Pick<Field<'localized'>, 'languages'>): DrawValue =>
  useCallback(
    value => {
      const texts = value as Record<string, string | null>;
      const written = languages.toSorted((one, other) => Number(one.archived) - Number(other.archived));
      return written.map(({ code }) => texts[code]).find(Boolean) ?? '…';
    },
    [languages],
  );

export const localized = plainView('localized', {
  Input: LocalizedInput,
  useCell: useLocalized,
  width: () => 200,
  isWide: ({ inner }) => inner === 'longText',
  Diff: LocalizedDiff,
});
