import { Fragment } from 'react';
import { useWatch } from 'react-hook-form';
import { isApplicable } from '#contract/rules.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { FieldInput } from '../fields/FieldInput.tsx';
import { getKindView } from '../fields/getKindView.ts';
import styles from './Editor.module.css';

interface FieldsFormProps {
  definition: Definition;
  names: readonly string[];
  isOpen?: (name: string) => boolean;
}

export const FieldsForm = ({ definition, names, isOpen = () => true }: FieldsFormProps) => {
  const labels = useLabels(definition.name);
  const { fields } = definition.collection;
  const visibleNames = useApplicableFields(definition, names);
  return (
    <div className={styles['fields']}>
      {visibleNames.map((name, index) => {
        const field = fields[name];
        if (!field) throw new Error(`resource "${definition.name}": field "${name}" is not in the contract`);
        const isFirstOwn = Boolean(field.label) && !fields[visibleNames[index - 1] ?? '']?.label;
        const { isWide } = getKindView(field);
        return (
          <Fragment key={name}>
            {isFirstOwn && <h2>{labels.field(name.slice(0, name.indexOf('.')))}</h2>}
            <div data-wide={isWide(field) || index === 0 || undefined} data-kind={field.kind}>
              <FieldInput {...{ definition, name }} isClosed={!isOpen(name)} />
            </div>
          </Fragment>
        );
      })}
    </div>
  );
};

/** Omits fields that a rule makes irrelevant for the current values of the form. */
const useApplicableFields = ({ collection }: Definition, names: readonly string[]): readonly string[] => {
  const { fields } = collection;
  const decidingNames = [...new Set(names.flatMap(name => fields[name]?.when?.field ?? []))];
  const watchedValues = useWatch({ name: decidingNames });
  const decidingValues = Object.fromEntries(
    decidingNames.map((name, index) => [name, watchedValues[index] as unknown]),
  );
  return names.filter(name => !fields[name] || isApplicable(fields[name], decidingValues));
};
