import { useMemo } from 'react';
import type { Definition } from '#resources/engine/types.ts';
import { collectLabels, FieldLabels } from '#resources/engine/useFields.ts';
import { FieldInput } from '#resources/fields/FieldInput.tsx';

/** The input of a column's field, as forms of products show it. */
export const ColumnInput = ({ definition, name }: { definition: Definition; name: string }) => (
  <FieldLabels value={useMemo(() => collectLabels(definition), [definition])}>
    <FieldInput definition={definition} name={name} />
  </FieldLabels>
);
