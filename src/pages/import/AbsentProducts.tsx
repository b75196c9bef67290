import { useState } from 'react';
import type { AbsentSummary } from '#contract/absentProducts.ts';
import { toMapping } from '#contract/importMapping.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { AbsentDialog } from './AbsentDialog.tsx';
import { AbsentActionControl, AbsentScopeSelect, useCanArchiveAbsent, withAbsentRule } from './AbsentRuleInputs.tsx';
import preview from './Preview.module.css';

interface AbsentProductsProps {
  preparedImport: PreparedImport;
  disabled: boolean;
  onChange: ChangePreparedImport;
}

/**
 * Shows which products the table is expected to contain, how many of them are missing, and what the import does with
 * these.
 */
export const AbsentProducts = ({ preparedImport, disabled, onChange }: AbsentProductsProps) => {
  const canArchive = useCanArchiveAbsent();
  const { proposal, profile, absent } = preparedImport;
  const mapping = preparedImport.mapping ?? (proposal && toMapping(proposal));
  if (!canArchive || !mapping) return null;
  const rule = mapping.absent;
  const change = (next: typeof rule) => void onChange({ mapping: withAbsentRule(mapping, next) });
  return (
    <div className={preview['absent']}>
      <AbsentScopeSelect rule={rule} hasProfile={profile !== null} disabled={disabled} onChange={change} />
      {rule && absent && <AbsentSummaryText preparedImport={preparedImport} absent={absent} />}
      {rule && absent && absent.count > 0 && <AbsentActionControl rule={rule} onChange={change} />}
    </div>
  );
};

const AbsentSummaryText = ({ preparedImport, absent }: { preparedImport: PreparedImport; absent: AbsentSummary }) => {
  const t = useT();
  const { number } = useFormats();
  const [isListed, setListed] = useState(false);
  const { count, expected, unread_rows: unreadCount } = absent;
  if (count === 0) return <p>{t('importPage.prepared.absent.none', { expected: number(expected) })}</p>;
  return (
    <div>
      <p>
        {t('importPage.prepared.absent.count', {
          smart_count: count,
          number: number(count),
          expected: number(expected),
        })}{' '}
        <Button onClick={() => setListed(true)}>{t('importPage.prepared.absent.show')}</Button>
      </p>
      {unreadCount > 0 && (
        <p>{t('importPage.prepared.absent.unread', { smart_count: unreadCount, number: number(unreadCount) })}</p>
      )}
      {isListed && <AbsentDialog preparedImport={preparedImport} onClose={() => setListed(false)} />}
    </div>
  );
};
