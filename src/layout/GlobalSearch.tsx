import SearchIcon from '@mui/icons-material/Search';
import Autocomplete, {
  type AutocompleteRenderGroupParams,
  type AutocompleteRenderInputParams,
} from '@mui/material/Autocomplete';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type HTMLAttributes, type Key, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { resources } from '#resources/all.ts';
import { editAddress } from '#resources/schema/addresses.ts';
import { usePickerTexts } from '#resources/schema/kinds/usePickerTexts.ts';
import { Tile } from '#resources/schema/ui/Tile.tsx';
import { useLabels } from '#resources/schema/useLabels.ts';
import styles from './GlobalSearch.module.css';

interface Option {
  id: number;
  name: string;
  detail: string | null;
  /** The address of its thumbnail. */
  picture: string | null;
  /** The collection it was found in, as the answer names it. */
  kind: string;
}

/** Declarations by the name that a search answer gives their kind. */
const byKind = new Map(resources.map(({ definition }) => [definition.collection.path.slice(1), definition]));

interface GlobalSearchProps {
  /** What was typed before it was there. */
  initialText: string;
  autoFocus: boolean;
}

/** Search over everything the person may list, grouped, with pictures; Enter opens the record. */
export const GlobalSearch = ({ initialText, autoFocus }: GlobalSearchProps) => {
  const navigate = useNavigate();
  const texts = usePickerTexts();
  const [text, setText] = useState(initialText);
  const [isOpen, setOpen] = useState(autoFocus && initialText !== '');
  const { hits, isFetching } = useHits(text.trim());
  const open = (option: Option | null) => {
    const definition = option && byKind.get(option.kind);
    if (!definition) return;
    setText('');
    void navigate(editAddress(definition, option.id));
  };
  return (
    <Autocomplete
      {...texts}
      className={styles['search'] ?? ''}
      disablePortal
      slotProps={{ popper: { className: styles['found'] ?? '', placement: 'bottom-start' } }}
      options={hits}
      value={null}
      inputValue={text}
      loading={isFetching}
      blurOnSelect
      clearOnBlur={false}
      filterOptions={options => options}
      groupBy={option => option.kind}
      getOptionLabel={option => option.name}
      getOptionKey={option => `${option.kind} ${option.id}`}
      open={isOpen && text.trim() !== ''}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      forcePopupIcon={false}
      onInputChange={(_, next, reason) => reason !== 'reset' && setText(next)}
      onChange={(_, option) => open(option)}
      renderGroup={renderGroup}
      renderOption={renderHit}
      renderInput={params => <SearchInput {...params} autoFocus={autoFocus} />}
    />
  );
};

const renderGroup = ({ key, group, children }: AutocompleteRenderGroupParams) => (
  <Group key={key} kind={group}>
    {children}
  </Group>
);

/** The records of one kind under what they are called. */
const Group = ({ kind, children }: { kind: string; children?: ReactNode }) => {
  const title = useId();
  const { several } = useLabels(byKind.get(kind)?.name ?? '');
  return (
    <div role="group" aria-labelledby={title}>
      <p id={title} className={styles['group']}>
        {several}
      </p>
      <ul role="presentation" className={styles['hits']}>
        {children}
      </ul>
    </div>
  );
};

const renderHit = ({ key, ...props }: HTMLAttributes<HTMLLIElement> & { key: Key }, option: Option) => (
  <li key={key} {...props}>
    <span className={styles['hit']}>
      <Tile name={option.name} picture={option.picture} />
      <span>{option.name}</span>
      <small>{option.detail}</small>
    </span>
  </li>
);

const SearchInput = ({ autoFocus, ...params }: AutocompleteRenderInputParams & { autoFocus: boolean }) => {
  const text = useT()('shell.searchAll');
  const startAdornment = (
    <InputAdornment position="start">
      <SearchIcon fontSize="small" />
    </InputAdornment>
  );
  return (
    <TextField
      {...params}
      autoFocus={autoFocus}
      placeholder={text}
      slotProps={{
        htmlInput: { ...params.inputProps, 'aria-label': text, 'data-shortcut': '/' },
        input: { ...params.InputProps, startAdornment },
      }}
    />
  );
};

/** What was found for a text; a late answer to an earlier text is dropped. */
const useHits = (query: string): { hits: Option[]; isFetching: boolean } => {
  const api = useApi();
  const { data, isFetching } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api(endpoints.search.all, { query: { query }, signal }),
    enabled: query !== '',
    placeholderData: previous => previous,
    staleTime: 5000,
  });
  if (!data || query === '') return { hits: [], isFetching };
  return {
    hits: Object.entries(data).flatMap(([kind, found = []]) => found.map(hit => ({ ...hit, kind }))),
    isFetching,
  };
};
