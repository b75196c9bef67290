import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { SearchHit } from '#contract/links.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta } from '#providers/reporting/ErrorNotifier.tsx';
import { resources } from '#resources/all.ts';
import { useLabels } from '#resources/engine/useLabels.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { useLastTab } from '#resources/form/lastTab.ts';
import { SearchBox } from '#ui/combobox/SearchBox.tsx';
import { HighlightedText } from '#ui/HighlightedText.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import styles from './GlobalSearch.module.css';
import { useIsPhone } from './useIsPhone.ts';

type RecordHit = z.output<typeof SearchHit> & {
  kind: string;
};

const definitionsByKind = new Map(resources.map(({ definition }) => [definition.collection.path.slice(1), definition]));

export const GlobalSearch = () => {
  const t = useT();
  const [text, setText] = useState('');
  // The query for which Enter was pressed. Its hits may arrive later, because a barcode scanner types faster than the
  // server responds.
  const [enteredText, setEnteredText] = useState<string | null>(null);
  const query = text.trim();
  const { hits, isFetching, retry } = useHits(query);
  const openHit = useOpenHit();
  const isPhone = useIsPhone();
  const open = useEvent((hit: RecordHit) => {
    setText('');
    setEnteredText(null);
    openHit(hit);
  });
  const exactHits = hits.filter(hit => hit.is_exact);
  const matches = exactHits.length > 0 ? exactHits : hits;
  const isEntered = enteredText === query && !isFetching;
  const correctedSearches = [...new Set(hits.flatMap(hit => hit.corrected_search ?? []))];
  const isCorrected = correctedSearches.length > 0;
  // A hit from a corrected search is not opened automatically, because the user has not seen the correction.
  const onlyMatch = isEntered && matches.length === 1 && !isCorrected ? matches[0] : undefined;
  useEffect(() => {
    if (onlyMatch) open(onlyMatch);
  }, [onlyMatch, open]);
  return (
    <span className={styles['search']}>
      <SearchBox
        label={t('shell.searchAll')}
        placeholder={t(isPhone ? 'shell.searchShort' : 'shell.searchAll')}
        text={text}
        onTextChange={next => {
          setText(next);
          setEnteredText(null);
        }}
        hits={hits}
        loading={isFetching}
        onRetry={retry}
        getKey={hit => `${hit.kind} ${hit.id}`}
        nameOf={hit => hit.name}
        getGroup={hit => hit.kind}
        renderGroup={kind => <KindName kind={kind} />}
        renderHit={hit => <HitRow hit={hit} query={hit.corrected_search ?? query} />}
        onChoose={open}
        onEnter={() => {
          setEnteredText(query);
          retry?.();
        }}
        onLeave={() => setEnteredText(null)}
        isInList={isEntered && (matches.length > 1 || isCorrected)}
        note={correctedSearches.map(search => t('listing.corrected', { typed: query, search })).join('. ') || undefined}
        className={styles['found']}
      />
    </span>
  );
};

/** Opens the editor on the last used tab, so that consecutive scans show the same tab. */
const useOpenHit = () => {
  const navigate = useNavigate();
  const getRecordPath = useRecordPath();
  const lastTab = useLastTab();
  return ({ kind, id }: RecordHit) => {
    const definition = definitionsByKind.get(kind);
    if (definition) void navigate(getRecordPath(definition.name, id, lastTab(definition.name)));
  };
};

const KindName = ({ kind }: { kind: string }) => useLabels(definitionsByKind.get(kind)?.name ?? '').several;

const HitRow = ({ hit: { name, picture, detail }, query }: { hit: RecordHit; query: string }) => (
  <span className={styles['hit']}>
    <Thumbnail name={name} picture={picture} />
    <span>
      <HighlightedText text={name} query={query} />
    </span>
    <small>{detail && <HighlightedText text={detail} query={query} />}</small>
  </span>
);

/** Hits of exactly this query, because hits of a shorter prefix would be mistaken for them. */
const useHits = (query: string): { hits: RecordHit[]; isFetching: boolean; retry: (() => void) | undefined } => {
  const api = useApi();
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api(endpoints.search.all, { query: { query }, signal }),
    select: toHits,
    enabled: query !== '',
    staleTime: 5000,
    meta: inPlaceErrorMeta,
  });
  return { hits: (query !== '' && data) || NO_HITS, isFetching, retry: isError ? () => void refetch() : undefined };
};

const NO_HITS: RecordHit[] = [];

const toHits = (hitsByResource: Record<string, z.output<typeof SearchHit>[]>): RecordHit[] =>
  Object.entries(hitsByResource).flatMap(([kind, hits]) => hits.map(hit => ({ ...hit, kind })));
