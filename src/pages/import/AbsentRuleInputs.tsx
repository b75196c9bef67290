import { type AbsentRule, type AbsentScope, absentScopes } from '#contract/absentProducts.ts';
import type { ImportMapping } from '#contract/importMapping.ts';
import { getCollection } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { Select } from '#ui/Select.tsx';

/** Archiving changes a product's status, so it is offered only to users who may change the status. */
export const useCanArchiveAbsent = (): boolean => useCan()(getCollection('nomenclature').access.update);

/** A mapping without a rule means that no products are expected. */
export const withAbsentRule = (
  { absent: _, ...others }: ImportMapping,
  rule: AbsentRule | undefined,
): ImportMapping => ({
  ...others,
  ...(rule && { absent: rule }),
});

interface AbsentScopeSelectProps {
  rule: AbsentRule | undefined;
  /** Only a profile knows what the sender's earlier tables contained. */
  hasProfile: boolean;
  disabled?: boolean;
  onChange: (rule: AbsentRule | undefined) => void;
}

const NO_SCOPE = 'none';

/** Which products a table is expected to contain. */
export const AbsentScopeSelect = ({ rule, hasProfile, disabled, onChange }: AbsentScopeSelectProps) => {
  const t = useT();
  const isWithoutProfile = (scope: AbsentScope): boolean => scope === 'profile' && !hasProfile;
  const nameOf = (scope: AbsentScope): string =>
    t(isWithoutProfile(scope) ? 'importPage.prepared.absent.noProfile' : `importPage.prepared.absent.scopes.${scope}`);
  return (
    <Select
      label={t('importPage.prepared.absent.scope')}
      value={rule?.scope ?? NO_SCOPE}
      disabled={disabled}
      choices={[
        [NO_SCOPE, t('importPage.prepared.absent.scopes.none')],
        ...absentScopes.map(scope => [scope, nameOf(scope), isWithoutProfile(scope) && rule?.scope !== scope] as const),
      ]}
      onChange={({ target }) => {
        const scope = absentScopes.find(scopeOption => scopeOption === target.value);
        onChange(scope && { scope, archives: rule?.archives ?? false });
      }}
    />
  );
};

interface AbsentActionControlProps {
  rule: AbsentRule;
  onChange: (rule: AbsentRule) => void;
}

/** What happens to expected products that the table does not contain. */
export const AbsentActionControl = ({ rule, onChange }: AbsentActionControlProps) => {
  const t = useT();
  return (
    <SegmentedControl
      label={t('importPage.prepared.absent.what')}
      value={rule.archives ? 'archive' : 'leave'}
      choices={(['leave', 'archive'] as const).map(
        action => [action, t(`importPage.prepared.absent.${action}`)] as const,
      )}
      onChoose={action => onChange({ ...rule, archives: action === 'archive' })}
    />
  );
};
