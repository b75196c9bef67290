import { useMemo } from 'react';
import type { Definition } from '#resources/engine/types.ts';
import { collectLabels, FieldLabels } from '#resources/engine/useFields.ts';
import { FieldInput } from '#resources/fields/FieldInput.tsx';

/** The input for a column's field, as in product forms. */
export const ColumnInput = ({ definition, name }: { definition: Definition; name: string }) => (
  <FieldLabels value={useMemo(() => collectLabels(definition), [definition])}>
    <FieldInput definition={definition} name={name} />
  </FieldLabels>
);
