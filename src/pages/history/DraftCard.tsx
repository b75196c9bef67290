import ErrorIcon from '@mui/icons-material/ErrorOutline';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Draft } from '#contract/drafts.ts';
import { findRouteRule } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Pressable } from '#ui/Button.tsx';
import { getLink } from '../../menu.ts';
import { ChangeList } from './ChangeList.tsx';
import styles from './History.module.css';

interface DraftCardProps {
  draft: Draft;
  isOpen: boolean;
  onToggle: () => void;
}

export const DraftCard = ({ draft, isOpen, onToggle }: DraftCardProps) => {
  const t = useT();
  const id = useId();
  const { number, moment } = useFormats();
  const { manager, acted_by, changes_count, products_count, errors_count, created_at, closed_at, changes } = draft;
  const formatCounter = (key: 'markChanges' | 'products' | 'errors', count: number) =>
    t(`drafts.${key}`, { smart_count: count, number: number(count) });
  const name = manager?.name ?? t('drafts.nobody');
  const names = [...new Set(changes.map(change => change.name))];
  return (
    <article className={styles['card']} data-open={isOpen || undefined}>
      <Pressable className={styles['head']} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <ExpandIcon className={styles['expand'] ?? ''} />
        <b>{name}</b>
        <span className={styles['when']}>
          {closed_at
            ? t('drafts.closed', { when: moment(closed_at) })
            : t('drafts.begun', { when: moment(created_at) })}
        </span>
        <span className={styles['counts']}>
          <span>{formatCounter('markChanges', changes_count)}</span>
          <span>{formatCounter('products', products_count)}</span>
          {errors_count > 0 && (
            <span className={styles['errors']}>
              <ErrorIcon />
              {formatCounter('errors', errors_count)}
            </span>
          )}
          {errors_count === 0 && closed_at && <span className={styles['muted']}>{t('drafts.noErrors')}</span>}
        </span>
        {acted_by.length > 0 && (
          <span className={styles['actors']}>
            {t('drafts.withActors', { names: acted_by.map(actor => actor.name).join(', ') })}
          </span>
        )}
        {!isOpen && names.length > 0 && (
          <span className={styles['taste']}>
            {names.join(', ')}
            {changes_count > changes.length && ` ${t('drafts.more')}`}
          </span>
        )}
      </Pressable>
      <div id={id}>
        {isOpen && <RunLink run={draft.run_id} />}
        {isOpen && <ChangeList source={{ kind: 'draft', id: draft.id }} name={name} />}
      </div>
    </article>
  );
};

/** Links to the run that published the draft, because only the run lists the errors. */
const RunLink = ({ run }: { run: number | null }) => {
  const t = useT();
  const can = useCan();
  const page = getLink('synchronization');
  if (run === null || !can(findRouteRule(page)?.access)) return null;
  return (
    <p className={styles['nothing']}>
      <Link to={`${page}?run=${run}`}>{t('drafts.run')}</Link>
    </p>
  );
};
