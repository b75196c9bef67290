import { tableIdentifiers } from '#contract/importMapping.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from '../../profiles/Profile.module.css';
import { AbsentActionControl, AbsentScopeSelect, useCanArchiveAbsent, withAbsentRule } from '../AbsentRuleInputs.tsx';
import preview from '../Preview.module.css';
import { RowRules } from '../RowRules.tsx';
import type { ProfileDraft } from './useProfileDraft.ts';

export const ProfileRules = ({ draft: { mapping, setMapping } }: { draft: ProfileDraft }) => {
  const t = useT();
  const canArchive = useCanArchiveAbsent();
  const { sheet, header, columns, absent } = mapping;
  const changeAbsent = (rule: typeof absent) => setMapping(withAbsentRule(mapping, rule));
  const isFindable = columns.some(({ field }) => tableIdentifiers.some(name => name === field));
  return (
    <div className={styles['rules']}>
      <p>
        {sheet === null
          ? t('importPage.profile.header', { row: header.row })
          : t('importPage.profile.sheet', { sheet, row: header.row })}
      </p>
      {!isFindable && <Notice kind="warning">{t('importPage.profile.noKey')}</Notice>}
      <RowRules mapping={mapping} clearsEmpty={mapping.clears} onChange={setMapping}>
        <Checkbox
          label={t('importPage.preview.clear')}
          checked={mapping.clears}
          onChange={({ target }) => setMapping({ ...mapping, clears: target.checked })}
        />
      </RowRules>
      {canArchive && (
        <div className={preview['absent']}>
          <AbsentScopeSelect rule={absent} hasProfile onChange={changeAbsent} />
          {absent && <AbsentActionControl rule={absent} onChange={changeAbsent} />}
        </div>
      )}
    </div>
  );
};
