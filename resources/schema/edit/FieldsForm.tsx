import { type ComponentType, Fragment } from 'react';
import { useWatch } from 'react-hook-form';
import { isMeant } from '#contract/conditions.ts';
import type { Field, Kind } from '#contract/fields.ts';
import { type InputProps, inputKinds } from '../kinds/inputs.tsx';
import { preloadPickers } from '../kinds/Picker.tsx';
import type { Definition } from '../types.ts';
import { useWhenIdle } from '../ui/useWhenIdle.ts';
import { useLabels } from '../useLabels.ts';
import styles from './Editor.module.css';

/** Kinds that need the whole width of the form. */
const wide: ReadonlySet<Kind> = new Set(['longText', 'many', 'prices', 'categories', 'references', 'permissions']);
const isWide = (field: Field): boolean => wide.has(field.kind === 'localized' ? field.inner : field.kind);

interface FieldsFormProps {
  definition: Definition;
  names: readonly string[];
  /** Whether the person may change this field of this record; any, unless told. */
  isOpen?: (name: string) => boolean;
}

/** Inputs of the named fields, each drawn by its kind. */
export const FieldsForm = ({ definition, names, isOpen = () => true }: FieldsFormProps) => {
  const labels = useLabels(definition.name);
  const { fields } = definition.collection;
  const shown = useMeant(definition, names);
  useWhenIdle(true, preloadPickers);
  return (
    <div className={styles['fields']}>
      {shown.map((name, index) => {
        const field = fields[name];
        if (!field) throw new Error(`resource "${definition.name}": field "${name}" is not in the contract`);
        const isFirstOwn = Boolean(field.label) && !fields[shown[index - 1] ?? '']?.label;
        const Input = inputKinds[field.kind] as ComponentType<InputProps>;
        return (
          <Fragment key={name}>
            {isFirstOwn && <h2>{labels.field(name.slice(0, name.indexOf('.')))}</h2>}
            <div data-wide={isWide(field) || index === 0 || undefined} data-kind={field.kind}>
              <Input
                name={name}
                label={labels.field(name)}
                field={isOpen(name) ? field : { ...field, readOnly: true }}
              />
            </div>
          </Fragment>
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
