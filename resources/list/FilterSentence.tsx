import { pickFilterFields } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { getKindView } from '../fields/getKindView.ts';
import type { FilterValues } from '../fields/view.ts';
import { getEmptinessFilter, getEmptinessMessages } from './listFilterParameters.ts';

interface SentenceProps {
  definition: Definition;
  name: string;
  values: FilterValues;
}

export const FilterSentence = ({ definition, name, values }: SentenceProps) => {
  const field = pickFilterFields(definition.collection.fields)[name];
  const t = useT();
  if (!field) return null;
  const empty = getEmptinessFilter(name, values);
  if (empty !== null) return t(getEmptinessMessages(field)[empty ? 'isEmpty' : 'isFilled']);
  const { FilterText } = getKindView(field);
  return FilterText && <FilterText {...{ field, name, values }} />;
};
