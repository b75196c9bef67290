import {
  type Arrangement,
  type ArrangementProposal,
  acceptedProposal,
  type ColumnRule,
  type ColumnSource,
} from '#contract/arrangement.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import type { ChangePrepared } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Table } from '#ui/Table.tsx';
import { Constants } from './Constants.tsx';
import { FieldPicker } from './FieldPicker.tsx';
import preview from './Preview.module.css';
import { Sections } from './Sections.tsx';

interface ColumnChoiceProps {
  prepared: PreparedImport;
  proposal: ArrangementProposal;
  onChange: ChangePrepared;
}

const sourceName = ({ header, nth }: ColumnSource): string => `${nth} ${header}`;

/** Which field each column of the file is read into, with what stands in the column and why the field was proposed. */
export const ColumnChoice = ({ prepared, proposal, onChange }: ColumnChoiceProps) => {
  const t = useT();
  const arrangement = prepared.arrangement ?? acceptedProposal(proposal);
  const takenFields = new Set([...arrangement.columns.map(({ field }) => field), arrangement.sections?.field]);
  const freeFields = prepared.fields.filter(({ name }) => !takenFields.has(name));
  const change = (columns: readonly ColumnRule[]) =>
    onChange({ arrangement: { ...arrangement, columns: [...columns] } });
  const rules = columnsWithRules(arrangement, proposal);
  return (
    <>
      <Table label={t('importPage.preview.columns')} isStacked>
        <thead>
          <tr>
            <th scope="col">{t('importPage.columns.column')}</th>
            <th scope="col">{t('importPage.columns.samples')}</th>
            <th scope="col">{t('importPage.columns.field')}</th>
            <th scope="col">{t('importPage.columns.why')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, heading, samples, why, conversionsAs }) => (
            <tr key={heading} data-unknown={rule.field === null || undefined}>
              <th scope="row">{heading}</th>
              <td data-label={t('importPage.columns.samples')} title={samples.join(', ')}>
                {samples.slice(0, 3).join(', ') || '—'}
              </td>
              <td data-label={t('importPage.columns.field')} className={preview['picker']}>
                <FieldPicker
                  label={t('importPage.columns.fieldOf', { header: heading })}
                  fields={prepared.fields}
                  free={freeFields}
                  chosen={rule.field}
                  onChoose={field =>
                    void change(
                      withField(arrangement.columns, rule, { field, conversions: conversionsAs[field ?? ''] ?? [] }),
                    )
                  }
                />
              </td>
              <td data-label={t('importPage.columns.why')}>
                {rule.field && why ? t(`importPage.columns.reasons.${why}`) : '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Sections
        sections={arrangement.sections}
        found={proposal.leftOut.sections}
        fields={prepared.fields}
        free={freeFields}
        onChange={sections => onChange({ arrangement: { ...arrangement, sections } })}
      />
      <Constants columns={arrangement.columns} fields={prepared.fields} free={freeFields} onChange={change} />
    </>
  );
};

/** The columns of the file in its order, with the rule that reads each: columns that no rule names are left out. */
const columnsWithRules = ({ columns }: Arrangement, proposal: ArrangementProposal) => {
  const proposed = new Map(
    proposal.columns.flatMap(one => one.sources.map(source => [sourceName(source), one] as const)),
  );
  const namedSources = new Set(columns.flatMap(({ sources }) => sources.map(sourceName)));
  const missing = proposal.columns
    .filter(({ sources }) => !sources.some(source => namedSources.has(sourceName(source))))
    .map(({ sources }): ColumnRule => ({ field: null, sources, constant: null, conversions: [], values: {} }));
  return [...columns, ...missing].flatMap(rule => {
    const [first] = rule.sources;
    if (!first) return [];
    const own = proposed.get(sourceName(first));
    const heading = rule.sources.map(({ header }) => header).join(' + ');
    return [
      {
        rule,
        heading,
        samples: own?.samples ?? [],
        why: own?.field === rule.field ? own.why : null,
        conversionsAs: own?.conversionsAs ?? {},
      },
    ];
  });
};

/** With the conversions of the field now chosen, since those of the rule were for the field that the column had. */
const withField = (
  columns: readonly ColumnRule[],
  rule: ColumnRule,
  chosen: Pick<ColumnRule, 'field' | 'conversions'>,
): ColumnRule[] => {
  const next = { ...rule, ...chosen };
  const at = columns.indexOf(rule);
  return at < 0 ? [...columns, next] : columns.with(at, next);
};
