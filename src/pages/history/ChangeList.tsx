import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import type { RecordChanges } from '#contract/drafts.ts';
import { findRouteRule } from '#contract/routes.ts';
import {
  CHANGES_PER_PAGE,
  type ChangeSource,
  useChangesByIndex,
  useChangeTotals,
} from '#providers/cache/draftQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { findSoleActor } from '#resources/drafts/actors.ts';
import { useEntityName } from '#resources/drafts/names.ts';
import { RecordDiff } from '#resources/drafts/RecordDiff.tsx';
import { useFormats } from '#resources/engine/format.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useFields } from '#resources/engine/useFields.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { ReadError } from '#ui/ReadError.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import styles from './History.module.css';

/** An estimate in px until the row is measured. */
const ROW_HEIGHT = 92;

/**
 * React key of a row. Based on the record, so that an open confirmation moves with its row when the order changes.
 * Includes the page, because pages are fetched at different times and may contain the same record.
 */
const getRecordKey = (record: RecordChanges | undefined, index: number): string =>
  record ? `${Math.floor(index / CHANGES_PER_PAGE)} ${record.entity} ${record.record_id}` : String(index);

/**
 * Changes of a draft or a batch by record. Virtualised and fetched on demand, since there can be tens of thousands. The
 * list does not update while the pointer is on it, because new changes of a draft move to the top.
 */
export const ChangeList = ({ source, name }: { source: ChangeSource; name: string }) => {
  const t = useT();
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const { total, hidden, error, refetch } = useChangeTotals(source, isPaused);
  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    // An element without layout measures 0, which would make the virtualizer render ever more rows.
    measureElement: element => element.getBoundingClientRect().height || ROW_HEIGHT,
    overscan: 4,
    initialRect: { width: 900, height: 560 },
  });
  const items = virtual.getVirtualItems();
  const pages = [...new Set(items.map(({ index }) => Math.floor(index / CHANGES_PER_PAGE) + 1))];
  const getChangesAt = useChangesByIndex(source, pages, isPaused);
  if (total === undefined && error) return <ReadError error={error} onRetry={() => void refetch()} />;
  if (total === undefined)
    return <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />;
  return (
    <>
      {total === 0 && <p className={styles['nothing']}>{t('drafts.nothingSeen')}</p>}
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        ref={scroller}
        className={styles['changes']}
        role="region"
        aria-label={t('drafts.listOf', { name })}
        tabIndex={0}
        hidden={total === 0}
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
      >
        <ol style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <li
              key={getRecordKey(getChangesAt(index), index)}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ChangedRecord draft={source.kind === 'draft' ? source.id : null} record={getChangesAt(index)} />
            </li>
          ))}
        </ol>
      </div>
      {hidden > 0 && (
        <p className={styles['nothing']}>{t('drafts.hidden', { smart_count: hidden, number: number(hidden) })}</p>
      )}
    </>
  );
};

interface ChangedRecordProps {
  draft: number | null;
  record: RecordChanges | undefined;
}

const ChangedRecord = ({ draft, record }: ChangedRecordProps) => {
  if (!record) return <div className={styles['bone']} />;
  const definition = resources.find(({ name }) => name === record.entity)?.definition;
  return (
    <section className={styles['record']}>
      {definition ? (
        <ResourceChanges {...{ draft, record, definition }} />
      ) : (
        <RecordParts {...{ draft, record, definition: null }} />
      )}
    </section>
  );
};

const ResourceChanges = ({
  definition,
  ...rest
}: {
  draft: number | null;
  record: RecordChanges;
  definition: Definition;
}) => <RecordParts {...rest} definition={useFields(definition)} />;

const RecordParts = ({
  draft,
  record,
  definition,
}: {
  draft: number | null;
  record: RecordChanges;
  definition: Definition | null;
}) => (
  <>
    <RecordHead record={record} definition={definition} />
    <RecordDiff {...{ draft, record, definition }} />
  </>
);

const RecordHead = ({ record, definition }: { record: RecordChanges; definition: Definition | null }) => {
  const t = useT();
  const can = useCan();
  const entityName = useEntityName(record.entity);
  const getRecordPath = useRecordPath();
  const actor = findSoleActor(record);
  const { name, detail, picture, is_there, record_id } = record;
  const address = definition
    ? getRecordPath(definition.name, record_id)
    : record.entity === 'categories' && `${HOME_PATH}/categories`;
  const isOpen = is_there && address && can(findRouteRule(address)?.access);
  return (
    <h3 className={styles['recordHead']}>
      <Thumbnail {...{ name, picture }} />
      {isOpen ? <Link to={address}>{name}</Link> : <span>{name}</span>}
      <small>{[entityName, detail, actor && t('drafts.actor', { name: actor.name })].filter(Boolean).join(', ')}</small>
    </h3>
  );
};
