import { tableIdentifiers } from '#contract/arrangement.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Notice } from '#ui/Notice.tsx';
import { RowRules } from '../RowRules.tsx';
import styles from './Profile.module.css';
import type { ProfileDraft } from './useProfileDraft.ts';

export const ProfileRules = ({ draft: { arrangement, arrange } }: { draft: ProfileDraft }) => {
  const t = useT();
  const { sheet, header, columns } = arrangement;
  const isFindable = columns.some(({ field }) => tableIdentifiers.some(name => name === field));
  return (
    <div className={styles['rules']}>
      <p>
        {sheet === null
          ? t('importPage.profile.header', { row: header.row })
          : t('importPage.profile.sheet', { sheet, row: header.row })}
      </p>
      {!isFindable && <Notice kind="warning">{t('importPage.profile.noKey')}</Notice>}
      <RowRules arrangement={arrangement} clears={arrangement.clears} onChange={arrange}>
        <Checkbox
          label={t('importPage.preview.clear')}
          checked={arrangement.clears}
          onChange={({ target }) => arrange({ ...arrangement, clears: target.checked })}
        />
      </RowRules>
    </div>
  );
};
