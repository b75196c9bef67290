import type { ImportField } from '#contract/preparing.ts';
import { Combobox } from '#ui/combobox/Combobox.tsx';

interface FieldPickerProps {
  label: string;
  isLabelShown?: boolean;
  fields: readonly ImportField[];
  free: readonly ImportField[];
  chosenField: string | null;
  onChoose: (field: string | null) => void;
}

export const FieldPicker = ({ label, isLabelShown = false, fields, free, chosenField, onChoose }: FieldPickerProps) => {
  const fieldOption = fields.find(({ name }) => name === chosenField);
  return (
    <Combobox
      label={label}
      isLabelHidden={!isLabelShown}
      options={fieldOption ? [fieldOption, ...free] : free}
      selectedValues={fieldOption ? [fieldOption] : []}
      openOnFocus
      getOptionLabel={option => option.label}
      getOptionKey={({ name }) => name}
      onChoose={([field]) => onChoose(field?.name ?? null)}
    />
  );
};
