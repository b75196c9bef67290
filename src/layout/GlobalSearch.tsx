import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { resources } from '#resources/all.ts';
import { useLabels } from '#resources/engine/useLabels.ts';
import { useRecordAddress } from '#resources/form/editorAddresses.ts';
import { SearchBox } from '#ui/combobox/SearchBox.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import styles from './GlobalSearch.module.css';

interface Hit {
  id: number;
  name: string;
  detail: string | null;
  picture: string | null;
  /** The collection it belongs to, as in the response. */
  kind: string;
}

const byKind = new Map(resources.map(({ definition }) => [definition.collection.path.slice(1), definition]));

/** Search across all resources that the user may list. */
export const GlobalSearch = () => {
  const t = useT();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { hits, isFetching } = useHits(text.trim());
  const addressOf = useRecordAddress();
  const open = (hit: Hit) => {
    const definition = byKind.get(hit.kind);
    if (!definition) return;
    setText('');
    void navigate(addressOf(definition.name, hit.id));
  };
  return (
    <span className={styles['search']}>
      <SearchBox
        label={t('shell.searchAll')}
        text={text}
        onText={setText}
        hits={hits}
        loading={isFetching}
        keyOf={hit => `${hit.kind} ${hit.id}`}
        nameOf={hit => hit.name}
        groupOf={hit => hit.kind}
        renderGroup={kind => <KindName kind={kind} />}
        renderHit={drawHit}
        onChoose={open}
        className={styles['found']}
      />
    </span>
  );
};

const KindName = ({ kind }: { kind: string }) => useLabels(byKind.get(kind)?.name ?? '').several;

const drawHit = ({ name, picture, detail }: Hit) => (
  <span className={styles['hit']}>
    <Thumbnail name={name} picture={picture} />
    <span>{name}</span>
    <small>{detail}</small>
  </span>
);

/** Stale responses are dropped, because the query key contains the text. */
const useHits = (query: string): { hits: Hit[]; isFetching: boolean } => {
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
    hits: Object.entries(data).flatMap(([kind, found]) => found.map(hit => ({ ...hit, kind }))),
    isFetching,
  };
};
