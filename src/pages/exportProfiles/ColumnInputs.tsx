import CloseIcon from '@mui/icons-material/Close';
import type { ColumnFormat, ExportColumn, ExportField } from '#contract/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './ExportProfiles.module.css';
import { listFormatChoices, useFormatName } from './formatChoices.ts';

interface ColumnInputsProps {
  column: ExportColumn;
  fields: readonly ExportField[];
  /** Keyed by the path within the column. */
  errorAt: (path: string) => string | null;
  onChange: (column: ExportColumn) => void;
  onRemove: () => void;
}

/** A native select for the field, because a profile may have hundreds of columns. */
export const ColumnInputs = ({ column, fields, errorAt, onChange, onRemove }: ColumnInputsProps) => {
  const t = useT();
  const { heading, field: name, constant } = column;
  const shownHeading = heading || t('exportProfiles.unnamed');
  const field = fields.find(candidate => candidate.name === name);
  const unknown = name !== null && !field ? [[name, name] as const] : [];
  const removeLabel = t('exportProfiles.drop', { heading: shownHeading });
  return (
    <div className={styles['column']} role="group" aria-label={shownHeading}>
      <TextField
        label={t('exportProfiles.heading')}
        value={heading}
        error={errorAt('heading') !== null}
        helperText={errorAt('heading')}
        onChange={({ target }) => onChange({ ...column, heading: target.value })}
      />
      <Select
        label={t('exportProfiles.field')}
        value={name ?? ''}
        choices={[
          ['', t('exportProfiles.constantColumn')],
          ...unknown,
          ...fields.map(candidate => [candidate.name, candidate.label] as const),
        ]}
        onChange={({ target }) => onChange({ ...column, field: target.value || null, format: null })}
      />
      {name === null ? (
        <TextField
          label={t('exportProfiles.constant')}
          value={constant}
          error={errorAt('constant') !== null}
          helperText={errorAt('constant')}
          onChange={({ target }) => onChange({ ...column, constant: target.value })}
        />
      ) : (
        <FormatInputs
          field={field}
          format={column.format}
          errorAt={errorAt}
          onChange={format => onChange({ ...column, format })}
        />
      )}
      <IconButton aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </div>
  );
};

interface FormatInputsProps extends Pick<ColumnInputsProps, 'errorAt'> {
  field: ExportField | undefined;
  format: ColumnFormat | null;
  onChange: (format: ColumnFormat | null) => void;
}

const FormatInputs = ({ field, format, errorAt, onChange }: FormatInputsProps) => {
  const t = useT();
  const nameOf = useFormatName();
  const choices = listFormatChoices(field);
  if (choices.length === 0) return <span />;
  const chosen = choices.findIndex(choice => nameOf(choice) === nameOf(format));
  return (
    <div className={styles['format']}>
      <Select
        label={t('exportProfiles.format')}
        value={String(chosen)}
        choices={[
          ['-1', t('exportProfiles.formats.stock')],
          ...choices.map((choice, index) => [String(index), nameOf(choice)] as const),
        ]}
        onChange={({ target }) => onChange(choices[Number(target.value)] ?? null)}
      />
      {format?.kind === 'flag' &&
        (['yes', 'no'] as const).map(word => (
          <TextField
            key={word}
            label={t(`exportProfiles.${word}`)}
            value={format[word]}
            error={errorAt(`format.${word}`) !== null}
            helperText={errorAt(`format.${word}`)}
            onChange={({ target }) => onChange({ ...format, [word]: target.value })}
          />
        ))}
    </div>
  );
};
