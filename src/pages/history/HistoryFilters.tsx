import { useManagers } from '#providers/cache/draftQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './History.module.css';
import type { HistoryAddress } from './useHistoryAddress.ts';

const outcomes = ['clean', 'faulty'] as const;

export const HistoryFilters = ({ address: { filter, set } }: { address: HistoryAddress }) => {
  const t = useT();
  const managers = useManagers();
  const { user, status } = filter;
  const isFiltered = user !== undefined || status !== undefined;
  return (
    <form className={styles['filters']} onSubmit={event => event.preventDefault()}>
      <Select
        label={t('drafts.user')}
        value={String(user ?? '')}
        choices={[['', t('drafts.everybody')], ...managers.map(({ id, name }) => [String(id), name] as const)]}
        onChange={({ target }) => set({ user: Number(target.value) || undefined })}
      />
      <Select
        label={t('drafts.status')}
        value={status ?? ''}
        choices={[
          ['', t('drafts.anyStatus')],
          ...outcomes.map(outcome => [outcome, t(`drafts.statuses.${outcome}`)] as const),
        ]}
        onChange={({ target }) => set({ status: outcomes.find(outcome => outcome === target.value) })}
      />
      {isFiltered && <Button onClick={() => set({ user: undefined, status: undefined })}>{t('drafts.reset')}</Button>}
    </form>
  );
};
