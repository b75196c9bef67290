import type { ColumnFormat, ExportField } from '#contract/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';

type FormatKind = ColumnFormat['kind'];

const choicesByKind: { [K in FormatKind]: (field: ExportField) => readonly ColumnFormat[] } = {
  date: () => [
    { kind: 'date', order: 'dmy' },
    { kind: 'date', order: 'ymd' },
  ],
  measure: ({ words }) => words.map(word => ({ kind: 'measure', word })),
  flag: () => [{ kind: 'flag', yes: '1', no: '0' }],
  code: () => [{ kind: 'code' }],
  list: () => ([';', ',', '|', '\n'] as const).map(separator => ({ kind: 'list', separator })),
};

/** The formats that a field can have, in addition to the format of an export without a profile. */
export const listFormatChoices = (field: ExportField | undefined): readonly ColumnFormat[] =>
  field?.format ? choicesByKind[field.format](field) : [];

const separatorNames = { ';': 'semicolon', ',': 'comma', '|': 'bar', '\n': 'line' } as const;

export const useFormatName = (): ((format: ColumnFormat | null) => string) => {
  const t = useT();
  return format => {
    if (!format) return t('exportProfiles.formats.stock');
    if (format.kind === 'date') return t(`exportProfiles.formats.${format.order}`);
    if (format.kind === 'measure') return t('exportProfiles.formats.measure', { word: format.word });
    if (format.kind === 'list') return t(`exportProfiles.formats.${separatorNames[format.separator]}`);
    return t(`exportProfiles.formats.${format.kind}`);
  };
};
