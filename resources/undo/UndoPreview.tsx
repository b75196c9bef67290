import type { ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { isResourceName } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import type { ChangeKey, UndoPreview as Preview, UndoOutcome } from '#contract/undo.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFormats } from '../engine/format.ts';
import { useLabels } from '../engine/useLabels.ts';
import styles from './Undo.module.css';
import { UndoneValue } from './UndoneValue.tsx';

const keyOf = ({ entity, record_id, field, item }: ChangeKey): string =>
  JSON.stringify([entity, record_id, field, item]);

interface UndoPreviewProps {
  preview: Preview;
  ticked: ReadonlyMap<string, ChangeKey>;
  onTick: (ticked: ReadonlyMap<string, ChangeKey>) => void;
}

/** Three groups: what goes back, what was changed since, and what cannot go back. */
export const UndoPreview = ({ preview, ticked, onTick }: UndoPreviewProps) => {
  const t = useT();
  const { number } = useFormats();
  const { since, refused, untried, hidden } = preview;
  const tick = (change: ChangeKey, isTicked: boolean): void => {
    const next = new Map(ticked);
    const { entity, record_id, field, item } = change;
    if (isTicked) next.set(keyOf(change), { entity, record_id, field, item });
    else next.delete(keyOf(change));
    onTick(next);
  };
  return (
    <div className={styles['groups']}>
      <BackGroup preview={preview} />
      {since.total > 0 && (
        <section>
          <h3>{t('undo.since', { number: number(since.total) })}</h3>
          {since.items.length > 0 && <p className={styles['hint']}>{t('undo.sinceHint')}</p>}
          <ChangeList changes={since.items} rest={since.total - since.items.length}>
            {change => (
              <Checkbox
                checked={ticked.has(keyOf(change))}
                onChange={event => tick(change, event.target.checked)}
                label={
                  change.field === '' ? (
                    `${change.name}: ${t('undo.sinceWhole')}`
                  ) : (
                    <span>
                      <strong>{change.name}</strong>
                      <UndoneValue change={change} from={change.current} to={change.before} />
                    </span>
                  )
                }
              />
            )}
          </ChangeList>
        </section>
      )}
      {refused.total > 0 && (
        <section>
          <h3>{t('undo.refused', { number: number(refused.total) })}</h3>
          {untried.map(counts => (
            <UntriedNotice key={counts.entity} counts={counts} />
          ))}
          <ChangeList changes={refused.items} rest={refused.total - refused.items.length}>
            {change => (
              <>
                <strong>{change.name}</strong>: {change.message}
              </>
            )}
          </ChangeList>
        </section>
      )}
      {hidden > 0 && <p className={styles['hint']}>{t('undo.hidden', { number: number(hidden) })}</p>}
    </div>
  );
};

const BackGroup = ({ preview }: Pick<UndoPreviewProps, 'preview'>) => {
  const t = useT();
  const { number } = useFormats();
  const { records, entities, back, since, refused, hidden, projects, is_long } = preview;
  return (
    <section>
      {records === 0 && since.total + refused.total + hidden === 0 ? (
        <p>{t('undo.nothing')}</p>
      ) : (
        <h3>{t('undo.back', { number: number(records) })}</h3>
      )}
      <ul className={styles['list']}>
        {entities.map(entity => (
          <EntityLine key={entity.entity} counts={entity} />
        ))}
      </ul>
      <BackList changes={back.items} total={back.total} />
      {is_long && <p className={styles['hint']}>{t('undo.long')}</p>}
      {projects.length > 0 && (
        <Notice kind="info">
          {t('undo.published', {
            projects: projects.map(({ name, records: count }) => `${name} (${number(count)})`).join(', '),
          })}
        </Notice>
      )}
    </section>
  );
};

const EntityLine = ({ counts: { entity, ...counts } }: { counts: UndoOutcome['entities'][number] }) => {
  const t = useT();
  const { number } = useFormats();
  const name = useEntityLabel(entity);
  const ways = (['restored', 'removed', 'changed'] as const).flatMap(way =>
    counts[way] > 0 ? [t(`undo.ways.${way}`, { smart_count: counts[way], number: number(counts[way]) })] : [],
  );
  return (
    <li>
      {name}: {ways.join(', ')}
    </li>
  );
};

/** The others are no promise: nothing of what was tried can go back. */
const UntriedNotice = ({ counts: { entity, tried, records } }: { counts: Preview['untried'][number] }) => {
  const t = useT();
  const { number } = useFormats();
  const name = useEntityLabel(entity);
  return <Notice kind="warning">{t('undo.untried', { name, tried: number(tried), number: number(records) })}</Notice>;
};

const useEntityLabel = (entity: string): string => {
  const t = useT();
  const { several } = useLabels(toLabelled(entity));
  return entity === 'categories' ? t('undo.categories') : several;
};

/** Few, so that what stays is in sight below them. */
const MAX_SHOWN = 8;

/** The changes of a record share a line, unlike those that are ticked one by one. */
const BackList = ({ changes, total }: { changes: UndoOutcome['back']['items']; total: number }) => {
  const byRecord = new Map<string, typeof changes>();
  for (const change of changes) {
    const key = `${change.entity} ${change.record_id}`;
    byRecord.set(key, [...(byRecord.get(key) ?? []), change]);
  }
  const shown = [...byRecord.values()].slice(0, MAX_SHOWN);
  const firstOnes = shown.flatMap(([first, ...others]) => (first ? [{ ...first, others }] : []));
  return (
    <ChangeList changes={firstOnes} rest={total - shown.flat().length}>
      {({ others, ...first }) => (
        <>
          <strong>{first.name}</strong>
          {[first, ...others].map(change => (
            <UndoneValue key={keyOf(change)} change={change} from={change.after} to={change.before} />
          ))}
        </>
      )}
    </ChangeList>
  );
};

/** References that users added have the labels of all references. */
const toLabelled = (entity: string): string =>
  isResourceName(entity) || parseReferenceName(entity) === null ? entity : 'settings/reference';

interface ChangeListProps<C extends ChangeKey> {
  changes: readonly C[];
  /** Changes that the answer does not name. */
  rest: number;
  children: (change: C) => ReactNode;
}

const ChangeList = <C extends ChangeKey>({ changes, rest, children }: ChangeListProps<C>) => {
  const t = useT();
  const { number } = useFormats();
  if (changes.length === 0) return null;
  return (
    <ul className={styles['list']}>
      {changes.map(change => (
        <li key={keyOf(change)}>
          <ResourceContextProvider value={change.entity}>{children(change)}</ResourceContextProvider>
        </li>
      ))}
      {rest > 0 && <li className={styles['more']}>{t('undo.more', { number: number(rest) })}</li>}
    </ul>
  );
};
