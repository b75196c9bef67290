import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { CustomInput } from './custom.tsx';
import { getKindView } from './getKindView.ts';

interface FieldInputProps {
  definition: Definition;
  name: string;
  isClosed?: boolean;
}

export const FieldInput = ({ definition, name, isClosed = false }: FieldInputProps) => {
  const label = useLabels(definition.name).field(name);
  const field = definition.collection.fields[name];
  if (!field) throw new Error(`resource "${definition.name}": field "${name}" is not in the contract`);
  const sharedProps = { name, label, field: isClosed ? { ...field, readOnly: true } : field };
  const CustomFieldInput = definition.inputs[name];
  if (CustomFieldInput) return <CustomInput {...sharedProps} Input={CustomFieldInput} />;
  const { Input } = getKindView(field);
  return <Input {...sharedProps} />;
};
