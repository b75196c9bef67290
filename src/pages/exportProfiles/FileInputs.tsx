import { exportFormats } from '#contract/bulk.ts';
import { decimalMarks, delimiters, exportEncodings, type TableFile } from '#contract/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Select } from '#ui/Select.tsx';
import styles from './ExportProfiles.module.css';

const delimiterNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const;
const markNames = { ',': 'comma', '.': 'point' } as const;

export const FileInputs = ({ file, onChange }: { file: TableFile; onChange: (file: TableFile) => void }) => {
  const t = useT();
  // Safe, because the choices come from the contract.
  const change =
    (name: keyof TableFile) =>
    ({ target }: { target: { value: string } }) =>
      onChange({ ...file, [name]: target.value } as TableFile);
  return (
    <div className={styles['inputs']} role="group" aria-label={t('exportProfiles.file')}>
      <Select
        label={t('exportProfiles.type')}
        value={file.type}
        choices={exportFormats.map(type => [type, t(`exportProfiles.types.${type}`)] as const)}
        onChange={change('type')}
      />
      {file.type === 'csv' && (
        <>
          <Select
            label={t('exportProfiles.delimiter')}
            value={file.delimiter}
            choices={delimiters.map(one => [one, t(`exportProfiles.delimiters.${delimiterNames[one]}`)] as const)}
            onChange={change('delimiter')}
          />
          <Select
            label={t('exportProfiles.encoding')}
            value={file.encoding}
            choices={exportEncodings.map(one => [one, one.toUpperCase()] as const)}
            onChange={change('encoding')}
          />
          <Select
            label={t('exportProfiles.mark')}
            value={file.mark}
            choices={decimalMarks.map(one => [one, t(`exportProfiles.marks.${markNames[one]}`)] as const)}
            onChange={change('mark')}
          />
        </>
      )}
    </div>
  );
};
