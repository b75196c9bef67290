import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { ownValue } from '#contract/values.ts';
import { LocalizedDiff } from '../drafts/LocalizedDiff.tsx';
import { LocalizedInput } from './LocalizedInput.tsx';
import { plainView, type RenderValue } from './view.ts';

const useLocalized = ({ languages }: Pick<Field<'localized'>, 'languages'>): RenderValue =>
  useCallback(
    value => {
      const texts = value as Record<string, string | null>;
      const sortedLanguages = languages.toSorted((one, other) => Number(one.archived) - Number(other.archived));
      return sortedLanguages.map(({ code }) => ownValue(texts, code)).find(Boolean) ?? '…';
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
