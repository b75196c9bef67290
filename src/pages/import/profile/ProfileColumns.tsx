import CloseIcon from '@mui/icons-material/Close';
import { useState } from 'react';
import type { ColumnRule } from '#contract/importMapping.ts';
import type { ImportField } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Table } from '#ui/Table.tsx';
import styles from '../../profiles/Profile.module.css';
import { ColumnDialog } from '../ColumnDialog.tsx';
import { Constants } from '../Constants.tsx';
import { createSiblingRule, formatHeadings, listFreeFields, replaceRule } from '../columnRules.ts';
import { FieldPicker } from '../FieldPicker.tsx';
import preview from '../Preview.module.css';
import { SectionHeadings } from '../SectionHeadings.tsx';
import type { ProfileDraft } from './useProfileDraft.ts';

interface ProfileColumnsProps {
  draft: ProfileDraft;
  fields: readonly ImportField[];
  unknownFields: readonly string[];
}

/** A column whose rule is being edited in a dialog; `index` is null for a rule that is not in the profile yet. */
interface OpenColumn {
  rule: ColumnRule;
  index: number | null;
}

/** The columns by which a table is recognised and read, each with its field and conversions. */
export const ProfileColumns = ({ draft: { mapping, setMapping }, fields, unknownFields }: ProfileColumnsProps) => {
  const t = useT();
  const [openedColumn, setOpenedColumn] = useState<OpenColumn | null>(null);
  // A field that no longer exists stays selected until the user chooses another one.
  const fieldOptions = [...fields, ...unknownFields.map(name => ({ name, label: name, kind: '', unit: null }))];
  const free = listFreeFields(mapping, fields);
  const { columns, sections } = mapping;
  // Edits are saved later, so they cannot fail.
  const change = async (next: readonly ColumnRule[]) => {
    setMapping({ ...mapping, columns: [...next] });
    return next;
  };
  return (
    <section className={styles['block']} aria-labelledby="profile-columns">
      <h3 id="profile-columns">{t('importPage.preview.columns')}</h3>
      <p>{t('importPage.profile.columnsAbout')}</p>
      <ColumnTable
        {...{ columns, free }}
        fields={fieldOptions}
        onChoose={(rule, field) =>
          void change(columns.with(columns.indexOf(rule), { ...rule, field, conversions: [] }))
        }
        onOpen={setOpenedColumn}
        onRemove={rule => void change(columns.filter(column => column !== rule))}
      />
      {openedColumn && (
        <ColumnDialog
          key={String(openedColumn.index)}
          rule={openedColumn.rule}
          fields={fieldOptions}
          free={free}
          conversionsAs={{}}
          sources={columns.flatMap(({ sources }) => sources)}
          onApply={next => change(replaceRule(columns, openedColumn.index === null ? null : openedColumn.rule, next))}
          onAnother={
            openedColumn.index === null
              ? undefined
              : () => setOpenedColumn({ index: null, rule: createSiblingRule(openedColumn.rule) })
          }
          onClose={() => setOpenedColumn(null)}
        />
      )}
      <SectionHeadings
        sections={sections}
        foundSections={[]}
        fields={fieldOptions}
        free={free}
        onChange={async chosenRule => {
          setMapping({ ...mapping, sections: chosenRule });
          return chosenRule;
        }}
      />
      <Constants columns={columns} fields={fieldOptions} free={free} onChange={change} />
    </section>
  );
};

interface ColumnTableProps {
  columns: readonly ColumnRule[];
  fields: readonly ImportField[];
  free: readonly ImportField[];
  onChoose: (rule: ColumnRule, field: string | null) => void;
  onOpen: (column: OpenColumn) => void;
  onRemove: (rule: ColumnRule) => void;
}

const ColumnTable = ({ columns, fields, free, onChoose, onOpen, onRemove }: ColumnTableProps) => {
  const t = useT();
  return (
    <Table label={t('importPage.preview.columns')} isStacked>
      <thead>
        <tr>
          <th scope="col">{t('importPage.columns.column')}</th>
          <th scope="col">{t('importPage.columns.field')}</th>
          <th scope="col">{t('importPage.steps.settings')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {columns.map((rule, index) => {
          const header = formatHeadings(rule);
          const steps = rule.conversions.map(({ kind }) => t(`importPage.steps.kinds.${kind}`)).join(', ');
          return (
            rule.sources.length > 0 && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column that fills two fields stands here twice
              <tr key={`${index} ${header}`} data-unknown={rule.field === null || undefined}>
                <th scope="row">{header}</th>
                <td data-label={t('importPage.columns.field')} className={preview['picker']}>
                  <FieldPicker
                    label={t('importPage.columns.fieldOf', { header })}
                    fields={fields}
                    free={free}
                    chosenField={rule.field}
                    onChoose={field => onChoose(rule, field)}
                  />
                </td>
                <td data-label={t('importPage.steps.settings')}>{steps || '—'}</td>
                <td className={styles['actions']}>
                  <Button aria-label={t('importPage.steps.moreOf', { header })} onClick={() => onOpen({ index, rule })}>
                    {t('importPage.steps.more')}
                  </Button>
                  <IconButton
                    aria-label={t('importPage.profile.removeColumn', { header })}
                    title={t('importPage.profile.removeColumn', { header })}
                    onClick={() => onRemove(rule)}
                  >
                    <CloseIcon fontSize="small" />
                  </IconButton>
                </td>
              </tr>
            )
          );
        })}
      </tbody>
    </Table>
  );
};
