import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import type { DraftEntity, DraftHead, RecordChanges } from '#contract/drafts.ts';
import { ruleOf } from '#contract/routes.ts';
import { CHANGES_PER_PAGE, useDraftChanges, useDraftTotals } from '#providers/drafts.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import { catalog } from '#resources/catalog.tsx';
import { RecordDiff } from '#resources/drafts/RecordDiff.tsx';
import { matrices } from '#resources/matrices.tsx';
import { nomenclature } from '#resources/nomenclature.tsx';
import { editAddress } from '#resources/schema/addresses.ts';
import { useFormats } from '#resources/schema/format.ts';
import type { Definition } from '#resources/schema/types.ts';
import { ReadFailed } from '#resources/schema/ui/ReadFailed.tsx';
import { Tile } from '#resources/schema/ui/Tile.tsx';
import { useFields } from '#resources/schema/useFields.ts';
import { useLabels } from '#resources/schema/useLabels.ts';
import styles from './History.module.css';

type Definitions = Record<DraftEntity, Definition | null>;

/** The declarations of what drafts tell of, with the fields that people defined. */
const useDefinitions = (): Definitions => ({
  nomenclature: useFields(nomenclature.definition),
  catalog: useFields(catalog.definition),
  matrices: useFields(matrices.definition),
  categories: null,
});

/** Height in px of a record with one change, before it is measured. */
const ROW = 92;

/** The changes of a draft by record; only those in sight are read and drawn, however many there are. */
export const DraftChanges = ({ draft, name }: { draft: DraftHead; name: string }) => {
  const t = useT();
  const { number } = useFormats();
  const definitions = useDefinitions();
  const scroller = useRef<HTMLDivElement>(null);
  const { total, hidden, error, refetch } = useDraftTotals(draft.id);
  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    // What has no height is not laid out: were it believed, ever more would have to be drawn.
    measureElement: element => element.getBoundingClientRect().height || ROW,
    overscan: 4,
    initialRect: { width: 900, height: 560 },
  });
  const items = virtual.getVirtualItems();
  const at = useDraftChanges(draft.id, [
    ...new Set(items.map(({ index }) => Math.floor(index / CHANGES_PER_PAGE) + 1)),
  ]);
  if (total === undefined && error) return <ReadFailed error={error} onRetry={() => void refetch()} />;
  if (total === undefined)
    return <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />;
  return (
    <>
      {total === 0 && <p className={styles['nothing']}>{t('drafts.nothingSeen')}</p>}
      {/* A scrolling region: the keyboard has to reach it. */}
      <div
        ref={scroller}
        className={styles['changes']}
        role="region"
        aria-label={t('drafts.listOf', { name })}
        tabIndex={0}
        hidden={total === 0}
      >
        <ol style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Changed draft={draft.id} record={at(index)} definitions={definitions} />
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

interface ChangedProps {
  draft: number;
  /** Undefined while it is read. */
  record: RecordChanges | undefined;
  definitions: Definitions;
}

const Changed = ({ draft, record, definitions }: ChangedProps) => {
  if (!record) return <div className={styles['bone']} />;
  const definition = definitions[record.entity];
  return (
    <section className={styles['record']}>
      <RecordHead record={record} definition={definition} />
      <RecordDiff {...{ draft, record, definition }} />
    </section>
  );
};

const RecordHead = ({ record, definition }: { record: RecordChanges; definition: Definition | null }) => {
  const t = useT();
  const may = useCan();
  const { one } = useLabels(record.entity);
  const { name, detail, picture, is_there, record_id } = record;
  const address = definition ? editAddress(definition, record_id) : `${HOME}/categories`;
  const isOpen = is_there && may(ruleOf(address)?.access);
  return (
    <h3 className={styles['recordHead']}>
      <Tile {...{ name, picture }} />
      {isOpen ? <Link to={address}>{name}</Link> : <span>{name}</span>}
      <small>{[definition ? one : t('drafts.category'), detail].filter(Boolean).join(', ')}</small>
    </h3>
  );
};
