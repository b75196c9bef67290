import { useState } from 'react';
import { type ColumnRule, type ImportMapping, type MappingProposal, toMapping } from '#contract/importMapping.ts';
import type { ImportField, PreparedImport } from '#contract/preparing.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Table } from '#ui/Table.tsx';
import { ColumnDialog } from './ColumnDialog.tsx';
import { Constants } from './Constants.tsx';
import { createSiblingRule, formatHeadings, listFreeFields, replaceRule } from './columnRules.ts';
import { FieldPicker } from './FieldPicker.tsx';
import { formatSource } from './fileColumns.ts';
import preview from './Preview.module.css';
import { RuleTrial } from './RuleTrial.tsx';
import { SectionHeadings } from './SectionHeadings.tsx';

interface ColumnChoiceProps {
  preparedImport: PreparedImport;
  proposal: MappingProposal;
  onChange: ChangePreparedImport;
}

/** Assigns the columns of a file to fields, showing sample values and why each field was proposed. */
export const ColumnChoice = ({ preparedImport, proposal, onChange }: ColumnChoiceProps) => {
  const mapping = preparedImport.mapping ?? toMapping(proposal);
  const freeFields = listFreeFields(mapping, preparedImport.fields);
  const change = (columns: readonly ColumnRule[], seenRevision?: number) =>
    onChange({ mapping: { ...mapping, columns: [...columns] } }, seenRevision);
  const columns = listColumnsWithRules(mapping, proposal);
  const [openedColumn, setOpenedColumn] = useState<OpenColumn | null>(null);
  const startAnother = () => openedColumn && setOpenedColumn(openAnotherField(openedColumn));
  return (
    <>
      <ColumnTable
        {...{ columns, freeFields }}
        fields={preparedImport.fields}
        onChoose={({ rule, conversionsAs }, field) =>
          void change(
            replaceRule(mapping.columns, rule, { ...rule, field, conversions: conversionsAs[field ?? ''] ?? [] }),
          )
        }
        onOpen={column => setOpenedColumn({ ...column, revision: preparedImport.revision })}
      />
      {openedColumn && (
        <ColumnDialog
          key={String(openedColumn.index)}
          {...openedColumn}
          fields={preparedImport.fields}
          renderTrial={rule => <RuleTrial {...preparedImport} rule={rule} />}
          sources={listSources(proposal)}
          free={freeFields}
          onApply={next =>
            change(
              replaceRule(mapping.columns, openedColumn.index === null ? null : openedColumn.rule, next),
              openedColumn.revision,
            )
          }
          onAnother={openedColumn.index === null ? undefined : startAnother}
          onClose={() => setOpenedColumn(null)}
        />
      )}
      <SectionHeadings
        sections={mapping.sections}
        foundSections={proposal.leftOut.sections}
        fields={preparedImport.fields}
        free={freeFields}
        onChange={sections => onChange({ mapping: { ...mapping, sections } })}
      />
      <Constants columns={mapping.columns} fields={preparedImport.fields} free={freeFields} onChange={change} />
    </>
  );
};

type FileColumnRule = ReturnType<typeof listColumnsWithRules>[number];

/** A column whose rule is being edited in a dialog; `index` is null for a rule that is not in the mapping yet. */
interface OpenColumn extends Pick<FileColumnRule, 'rule' | 'conversionsAs'> {
  index: number | null;
  revision: number;
}

const openAnotherField = (column: OpenColumn): OpenColumn => ({
  ...column,
  index: null,
  rule: createSiblingRule(column.rule),
});

interface ColumnTableProps {
  columns: readonly FileColumnRule[];
  fields: readonly ImportField[];
  freeFields: readonly ImportField[];
  onChoose: (column: FileColumnRule, field: string | null) => void;
  onOpen: (column: Omit<OpenColumn, 'revision'>) => void;
}

const ColumnTable = ({ columns, fields, freeFields, onChoose, onOpen }: ColumnTableProps) => {
  const t = useT();
  return (
    <Table label={t('importPage.preview.columns')} isStacked>
      <thead>
        <tr>
          <th scope="col">{t('importPage.columns.column')}</th>
          <th scope="col">{t('importPage.columns.samples')}</th>
          <th scope="col">{t('importPage.columns.field')}</th>
          <th scope="col">{t('importPage.columns.why')}</th>
          <th scope="col">{t('importPage.steps.settings')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, index) => {
          const { rule, heading, samples, why } = column;
          const steps = rule.conversions.map(({ kind }) => t(`importPage.steps.kinds.${kind}`)).join(', ');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column that fills two fields stands here twice
            <tr key={`${index} ${heading}`} data-unknown={rule.field === null || undefined}>
              <th scope="row">{heading}</th>
              <td data-label={t('importPage.columns.samples')} title={samples.join(', ')}>
                {samples.slice(0, 3).join(', ') || '—'}
              </td>
              <td data-label={t('importPage.columns.field')} className={preview['picker']}>
                <FieldPicker
                  label={t('importPage.columns.fieldOf', { header: heading })}
                  fields={fields}
                  free={freeFields}
                  chosenField={rule.field}
                  onChoose={field => onChoose(column, field)}
                />
              </td>
              <td data-label={t('importPage.columns.why')}>
                {steps || (rule.field && why ? t(`importPage.columns.reasons.${why}`) : '—')}
              </td>
              <td>
                <Button
                  aria-label={t('importPage.steps.moreOf', { header: heading })}
                  onClick={() => onOpen({ index, ...column })}
                >
                  {t('importPage.steps.more')}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
};

/** The columns of the file. Each column occurs once, even if it is also joined with another column. */
const listSources = ({ columns }: MappingProposal) => [
  ...new Map(columns.flatMap(({ sources }) => sources.map(source => [formatSource(source), source]))).values(),
];

/** The columns of the file in order, each with its rule. Columns without a rule are not imported. */
const listColumnsWithRules = ({ columns }: ImportMapping, proposal: MappingProposal) => {
  // A joined source may also be listed as a column of its own, which describes it better.
  const proposedRules = new Map([
    ...proposal.columns.flatMap(one => one.sources.map(source => [formatSource(source), one] as const)),
    ...proposal.columns.flatMap(column =>
      column.sources.slice(0, 1).map(source => [formatSource(source), column] as const),
    ),
  ]);
  const namedSources = new Set(columns.flatMap(({ sources }) => sources.map(formatSource)));
  const missing = proposal.columns
    .filter(({ sources }) => !sources.some(source => namedSources.has(formatSource(source))))
    .map(({ sources }): ColumnRule => ({ field: null, sources, constant: null, conversions: [], values: {} }));
  return [...columns, ...missing].flatMap(rule => {
    const [first] = rule.sources;
    if (!first) return [];
    const ownRule = proposedRules.get(formatSource(first));
    const heading = formatHeadings(rule);
    return [
      {
        rule,
        heading,
        samples: ownRule?.samples ?? [],
        why: ownRule?.field === rule.field ? ownRule.why : null,
        conversionsAs: ownRule?.conversionsAs ?? {},
      },
    ];
  });
};
