import { useState } from 'react';
import type { ImportMapping, MappingProposal } from '#contract/importMapping.ts';
import type { PreparedChoices } from '#contract/preparing.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Select } from '#ui/Select.tsx';
import { TextField } from '#ui/TextField.tsx';
import preview from './Preview.module.css';

interface LayoutChoiceProps {
  proposal: MappingProposal;
  mapping: ImportMapping | null;
  onChange: ChangePreparedImport;
}

/** Chooses the sheet and the header row. */
export const LayoutChoice = ({ proposal, mapping, onChange }: LayoutChoiceProps) => {
  const t = useT();
  const { sheet, header } = mapping ?? proposal;
  const [typedRow, setTypedRow] = useState<string | null>(null);
  const [isInvalid, setInvalid] = useState(false);
  const choose = (layout: NonNullable<PreparedChoices['layout']>) => onChange({ layout });
  const leave = async () => {
    if (typedRow === null) return;
    const row = Number(typedRow);
    const isRowNumber = Number.isInteger(row) && row > 0;
    // The server reports a row number that the table does not have.
    const isChosen =
      isRowNumber && (row === header.row || (await choose({ sheet, header: { ...header, row } })) !== null);
    setInvalid(!isRowNumber);
    if (isChosen) setTypedRow(null);
  };
  return (
    <div className={preview['layout']}>
      {proposal.sheets.length > 1 && (
        <Select
          label={t('importPage.columns.sheet')}
          value={sheet ?? proposal.sheets[0]}
          choices={proposal.sheets.map(name => [name, name] as const)}
          onChange={({ target }) => void choose({ sheet: target.value, header })}
        />
      )}
      <TextField
        label={t('importPage.columns.header')}
        inputMode="numeric"
        value={typedRow ?? String(header.row)}
        error={isInvalid}
        helperText={isInvalid && t('importPage.columns.headerFault')}
        onChange={({ target }) => setTypedRow(target.value)}
        onBlur={() => void leave()}
        onKeyDown={({ key }) => key === 'Enter' && void leave()}
      />
      <Select
        label={t('importPage.columns.headerRows')}
        value={String(header.rows)}
        choices={[
          ['1', t('importPage.columns.oneRow')],
          ['2', t('importPage.columns.twoRows')],
        ]}
        onChange={({ target }) => void choose({ sheet, header: { ...header, rows: target.value === '2' ? 2 : 1 } })}
      />
    </div>
  );
};
