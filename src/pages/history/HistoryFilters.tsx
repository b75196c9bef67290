import { useManagers } from '#providers/drafts.ts';
import { useT } from '#providers/i18nProvider.ts';
import { Button } from '#resources/schema/ui/Button.tsx';
import styles from './History.module.css';
import type { HistoryAddress } from './useHistoryAddress.ts';

const outcomes = ['clean', 'faulty'] as const;

/** Whose changes are shown, and of the published ones with which outcome (§2). */
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
      {isNarrowed && (
        <Button color="inherit" onClick={() => set({ user: undefined, status: undefined })}>
          {t('drafts.reset')}
        </Button>
      )}
    </form>
  );
};
