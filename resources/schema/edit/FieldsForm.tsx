import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { isMeant, type Kind } from '#contract/fields.ts';
import { type InputProps, inputKinds } from '../kinds/inputs.tsx';
import type { Definition } from '../types.ts';
import { useLabels } from '../useLabels.ts';
import styles from './Editor.module.css';

/** Kinds that need the whole width of the form. */
const wide: ReadonlySet<Kind> = new Set(['longText', 'many', 'prices', 'categories']);

/** Inputs of the named fields, each drawn by its kind. */
export const FieldsForm = ({ definition, names }: { definition: Definition; names: readonly string[] }) => {
  const labels = useLabels(definition.name);
  const { fields } = definition.collection;
  return (
    <div className={styles['fields']}>
      {useMeant(definition, names).map((name, index) => {
        const field = fields[name];
        if (!field) throw new Error(`resource "${definition.name}": field "${name}" is not in the contract`);
        const Input = inputKinds[field.kind] as ComponentType<InputProps>;
        return (
          <div key={name} data-wide={wide.has(field.kind) || index === 0 || undefined} data-kind={field.kind}>
            <Input name={name} label={labels.field(name)} field={field} />
          </div>
        );
      })}
    </div>
  );
};

/** The names of fields that the words in the form do not rule out. */
const useMeant = ({ collection }: Definition, names: readonly string[]): readonly string[] => {
  const { fields } = collection;
  const deciding = [...new Set(names.flatMap(name => fields[name]?.when?.field ?? []))];
  const words = useWatch({ name: deciding });
  const chosen = Object.fromEntries(deciding.map((name, at) => [name, words[at] as unknown]));
  return names.filter(name => !fields[name] || isMeant(fields[name], chosen));
};
