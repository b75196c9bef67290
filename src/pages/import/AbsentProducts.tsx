import { useState } from 'react';
import { type AbsentScope, type AbsentSummary, absentScopes } from '#contract/absentProducts.ts';
import { toArrangement } from '#contract/arrangement.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { getCollection } from '#contract/records.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { Select } from '#ui/Select.tsx';
import { AbsentDialog } from './AbsentDialog.tsx';
import preview from './Preview.module.css';

interface AbsentProductsProps {
  prepared: PreparedImport;
  disabled: boolean;
  onChange: ChangePreparedImport;
}

/** Which products the table is expected to contain, how many of them it does not, and what the import does with those. */
export const AbsentProducts = ({ prepared, disabled, onChange }: AbsentProductsProps) => {
  const t = useT();
  const mayArchive = useCan()(getCollection('nomenclature').access.update);
  const { proposal, profile, absent } = prepared;
  const arrangement = prepared.arrangement ?? (proposal && toArrangement(proposal));
  if (!mayArchive || !arrangement) return null;
  const { absent: rule, ...others } = arrangement;
  const change = (next: typeof rule) => void onChange({ arrangement: { ...others, ...(next && { absent: next }) } });
  const nameOf = (scope: AbsentScope): string =>
    t(
      scope === 'profile' && !profile
        ? 'importPage.prepared.absent.noProfile'
        : `importPage.prepared.absent.scopes.${scope}`,
    );
  const isUnusable = (scope: AbsentScope): boolean => scope === 'profile' && !profile && rule?.scope !== scope;
  return (
    <div className={preview['absent']}>
      <Select
        label={t('importPage.prepared.absent.scope')}
        value={rule?.scope ?? NONE}
        disabled={disabled}
        choices={[
          [NONE, t('importPage.prepared.absent.scopes.none')],
          ...absentScopes.map(scope => [scope, nameOf(scope), isUnusable(scope)] as const),
        ]}
        onChange={({ target }) => {
          const scope = absentScopes.find(one => one === target.value);
          change(scope && { scope, archives: rule?.archives ?? false });
        }}
      />
      {rule && absent && <Summary prepared={prepared} absent={absent} />}
      {rule && absent && absent.count > 0 && (
        <SegmentedControl
          label={t('importPage.prepared.absent.what')}
          value={rule.archives ? 'archive' : 'leave'}
          choices={(['leave', 'archive'] as const).map(
            what => [what, t(`importPage.prepared.absent.${what}`)] as const,
          )}
          onChoose={what => change({ ...rule, archives: what === 'archive' })}
        />
      )}
    </div>
  );
};

const NONE = 'none';

const Summary = ({ prepared, absent }: { prepared: PreparedImport; absent: AbsentSummary }) => {
  const t = useT();
  const { number } = useFormats();
  const [isListed, list] = useState(false);
  const { count, expected, unread_rows: unread } = absent;
  if (count === 0) return <p>{t('importPage.prepared.absent.none', { expected: number(expected) })}</p>;
  return (
    <div>
      <p>
        {t('importPage.prepared.absent.count', {
          smart_count: count,
          number: number(count),
          expected: number(expected),
        })}{' '}
        <Button onClick={() => list(true)}>{t('importPage.prepared.absent.show')}</Button>
      </p>
      {unread > 0 && <p>{t('importPage.prepared.absent.unread', { smart_count: unread, number: number(unread) })}</p>}
      {isListed && <AbsentDialog prepared={prepared} onClose={() => list(false)} />}
    </div>
  );
};
