import type { ImportField } from '#contract/preparing.ts';
import { Combobox } from '#ui/combobox/Combobox.tsx';

interface FieldPickerProps {
  label: string;
  isLabelShown?: boolean;
  fields: readonly ImportField[];
  free: readonly ImportField[];
  chosen: string | null;
  onChoose: (field: string | null) => void;
}

export const FieldPicker = ({ label, isLabelShown = false, fields, free, chosen, onChoose }: FieldPickerProps) => {
  const own = fields.find(({ name }) => name === chosen);
  return (
    <Combobox
      label={label}
      isLabelHidden={!isLabelShown}
      options={own ? [own, ...free] : free}
      selectedValues={own ? [own] : []}
      openOnFocus
      getOptionLabel={option => option.label}
      getOptionKey={({ name }) => name}
      onChoose={([field]) => onChoose(field?.name ?? null)}
    />
  );
};
