import { useManagers } from '#providers/cache/drafts.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import styles from './History.module.css';
import type { HistoryAddress } from './useHistoryAddress.ts';

const outcomes = ['clean', 'faulty'] as const;

/** Filters by person, and published drafts by their outcome (§2). */
export const HistoryFilters = ({ address: { filter, set } }: { address: HistoryAddress }) => {
  const t = useT();
  const managers = useManagers();
  const { user, status } = filter;
  const isNarrowed = user !== undefined || status !== undefined;
  return (
    <form className={styles['filters']} onSubmit={event => event.preventDefault()}>
      <label>
        <span>{t('drafts.user')}</span>
        <select value={user ?? ''} onChange={({ target }) => set({ user: Number(target.value) || undefined })}>
          <option value="">{t('drafts.everybody')}</option>
          {managers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('drafts.status')}</span>
        <select
          value={status ?? ''}
          onChange={({ target }) => set({ status: outcomes.find(one => one === target.value) })}
        >
          <option value="">{t('drafts.anyStatus')}</option>
          {outcomes.map(one => (
            <option key={one} value={one}>
              {t(`drafts.statuses.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {isNarrowed && <Button onClick={() => set({ user: undefined, status: undefined })}>{t('drafts.reset')}</Button>}
    </form>
  );
};
