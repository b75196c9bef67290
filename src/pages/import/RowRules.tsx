import { type ReactNode, useState } from 'react';
import { type ImportMapping, type TableIdentifier, tableIdentifiers } from '#contract/importMapping.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import preview from './Preview.module.css';

interface RowRulesProps {
  mapping: ImportMapping;
  /** Whether empty cells clear values. */
  clearsEmpty: boolean;
  onChange: (mapping: ImportMapping) => void;
  /** Additional inputs to show next to the rules. */
  children?: ReactNode;
}

const importPurposes = {
  both: { creates: true, changes: true },
  changes: { creates: false, changes: true },
  creates: { creates: true, changes: false },
} as const;
type ImportPurpose = keyof typeof importPurposes;
const purposeNames = Object.keys(importPurposes) as ImportPurpose[];

/**
 * Describes the handling of a row as a sentence with choices: how its product is found, and what the import may change.
 */
export const RowRules = ({ mapping, clearsEmpty, onChange, children }: RowRulesProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const hasColumn = (name: TableIdentifier): boolean => mapping.columns.some(({ field }) => field === name);
  const filledIdentifiers = tableIdentifiers.filter(hasColumn);
  const spareIdentifiers = tableIdentifiers.filter(name => !hasColumn(name));
  const keyOrders = listOrders(filledIdentifiers);
  if (filledIdentifiers.length === 0) return null;
  const formatKey = (key: readonly TableIdentifier[]): string =>
    key.map(name => t(`importPage.rules.by.${name}`)).join(t('importPage.rules.next'));
  const key = mapping.key.filter(name => filledIdentifiers.includes(name));
  const purpose =
    purposeNames.find(
      name => importPurposes[name].creates === mapping.creates && importPurposes[name].changes === mapping.changes,
    ) ?? null;
  const change = (changes: Partial<ImportMapping>) => onChange({ ...mapping, ...changes });
  return (
    <div className={preview['fileColumns']}>
      <p>
        {t('importPage.rules.sentence', {
          key: formatKey(key) || '—',
          purpose: purpose ? t(`importPage.rules.purpose.${purpose}`) : '—',
          empty: t(clearsEmpty ? 'importPage.rules.clears' : 'importPage.rules.keeps'),
        })}{' '}
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'importPage.rules.hide' : 'importPage.rules.change')}
        </Button>
      </p>
      {isOpen && (
        <div className={preview['layout']}>
          <Select
            label={t('importPage.rules.key')}
            value={key.join()}
            choices={keyOrders.map(order => [order.join(), formatKey(order)] as const)}
            onChange={({ target }) => {
              const chosenKey = keyOrders.find(order => order.join() === target.value) ?? key;
              // Identifiers without a column stay in the key, in case a column is assigned to them later.
              change({ key: [...chosenKey, ...spareIdentifiers] });
            }}
          />
          <Select
            label={t('importPage.rules.allowed')}
            value={purpose ?? ''}
            choices={purposeNames.map(name => [name, t(`importPage.rules.purposes.${name}`)] as const)}
            onChange={({ target }) => change(importPurposes[target.value as ImportPurpose])}
          />
          {children}
        </div>
      )}
    </div>
  );
};

/** All permutations of all subsets of the names, longest first. */
const listOrders = (names: readonly TableIdentifier[]): TableIdentifier[][] => {
  const keyOrders = (remainingIdentifiers: readonly TableIdentifier[]): TableIdentifier[][] =>
    remainingIdentifiers.flatMap(first => [
      ...keyOrders(remainingIdentifiers.filter(name => name !== first)).map(rest => [first, ...rest]),
      [first],
    ]);
  return keyOrders(names).toSorted((order, other) => other.length - order.length);
};
