import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { referenceAccess } from '#contract/references.ts';
import { matchesQuery } from '#contract/searchText.ts';
import { invalidateReference, sortChosenFirst, useReferenceValues } from '#providers/cache/referenceValues.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';

/** The option that adds a value has no id yet. */
const NEW_OPTION_ID = 0;

interface Selection {
  selectedIds: readonly number[];
  multiple: boolean;
  /** What is chosen now, also after an await. */
  readIds: () => number[];
  choose: (ids: number[]) => void;
}

/**
 * A reference's values as combobox options, with chosen values on top. Archived values are offered only if they are
 * chosen. Administrators of references can also add the typed text as a new value.
 */
export const useValueOptions = (reference: string, { selectedIds, multiple, readIds, choose }: Selection) => {
  const t = useT();
  const canAdd = useCan()(referenceAccess);
  const { values, byId, isLoading } = useReferenceValues(reference);
  const [typedText, setTypedText] = useState('');
  const { add, isAdding } = useAddValue(reference);
  const isKnown = (name: string) => values.some(value => value.name.toLowerCase() === name.toLowerCase());
  const getLabel = (id: number): string =>
    id === NEW_OPTION_ID ? typedText : (byId.get(id)?.name ?? (isLoading ? '…' : `№ ${id}`));
  const selectableValues = values.filter(value => !value['archived'] || selectedIds.includes(value.id));
  const addAndChoose = async (name: string): Promise<void> => {
    const idsBefore = readIds();
    const id = await add(name);
    if (id === null) return;
    // What was chosen while the value was being added stays chosen.
    const ids = readIds();
    if (multiple) choose([...ids, id]);
    else if (ids[0] === idsBefore[0]) choose([id]);
  };
  return {
    loading: isLoading || isAdding,
    options: sortChosenFirst(selectableValues, selectedIds).map(({ id }) => id),
    getOptionLabel: getLabel,
    filterOptions: (options: number[], state: { inputValue: string }) => {
      const name = state.inputValue.trim();
      const matchingIds = options.filter(id => matchesQuery(getLabel(id), state.inputValue));
      return canAdd && name && !isLoading && !isAdding && !isKnown(name)
        ? [...matchingIds, NEW_OPTION_ID]
        : matchingIds;
    },
    renderOption: (id: number) =>
      id === NEW_OPTION_ID ? t('shell.pickerAdd', { name: typedText.trim() }) : getLabel(id),
    onType: setTypedText,
    onChoose: (ids: number[]) => {
      if (ids.includes(NEW_OPTION_ID)) void addAndChoose(typedText.trim());
      else choose(ids);
    },
  };
};

const useAddValue = (reference: string) => {
  const api = useApi();
  const client = useQueryClient();
  const notifyError = useNotifyError();
  const [isAdding, setAdding] = useState(false);
  /** @returns the id of the new value once the pickers include it; null after a failure, which shows a notice */
  const add = async (name: string): Promise<number | null> => {
    setAdding(true);
    try {
      const { id } = await api(endpoints.references.create, { params: { name: reference }, body: { name } });
      await invalidateReference(client, reference);
      return id;
    } catch (error) {
      if (!notifyError(error)) throw error;
      return null;
    } finally {
      setAdding(false);
    }
  };
  return { add, isAdding };
};
