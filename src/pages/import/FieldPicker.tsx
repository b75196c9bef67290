import type { PreparedImport } from '#contract/preparing.ts';
import { Combobox } from '#ui/combobox/Combobox.tsx';

type FieldOption = PreparedImport['fields'][number];

interface FieldPickerProps {
  label: string;
  fields: readonly FieldOption[];
  free: readonly FieldOption[];
  chosen: string | null;
  onChoose: (field: string | null) => void;
}

export const FieldPicker = ({ label, fields, free, chosen, onChoose }: FieldPickerProps) => {
  const own = fields.find(({ name }) => name === chosen);
  return (
    <Combobox
      label={label}
      isLabelHidden
      options={own ? [own, ...free] : free}
      chosen={own ? [own] : []}
      openOnFocus
      getOptionLabel={option => option.label}
      getOptionKey={({ name }) => name}
      onChoose={([field]) => onChoose(field?.name ?? null)}
    />
  );
};
