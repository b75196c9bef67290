import { useCallback } from 'react';
import type { Field } from '#contract/fields.ts';
import { getOwnValue } from '#contract/values.ts';
import { LocalizedDiff } from '../drafts/LocalizedDiff.tsx';
import { LocalizedInput } from './LocalizedInput.tsx';
import { definePlainView, type RenderValue } from './view.ts';

const useLocalizedRenderer = ({ languages }: Pick<Field<'localized'>, 'languages'>): RenderValue =>
  useCallback(
    value => {
      const textsByLanguage = value as Record<string, string | null>;
      const sortedLanguages = languages.toSorted((a, b) => Number(a.archived) - Number(b.archived));
      return sortedLanguages.map(({ code }) => getOwnValue(textsByLanguage, code)).find(Boolean) ?? '…';
    },
    [languages],
  );

export const localized = definePlainView('localized', {
  Input: LocalizedInput,
  useCell: useLocalizedRenderer,
  width: () => 200,
  isWide: ({ inner }) => inner === 'longText',
  Diff: LocalizedDiff,
});
