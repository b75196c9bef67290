import { type ComponentType, useMemo } from 'react';
import type { Definition } from './types.ts';
import { collectLabels, FieldLabels, useFields } from './useFields.ts';
import { useVisibleFields } from './visibleFields.ts';

export type Screen = ComponentType<{ definition: Definition }>;

export const withVisibleFields = (Component: Screen): Screen => {
  const WithVisibleFields: Screen = ({ definition }) => {
    const visibleDefinition = useFields(useVisibleFields(definition));
    return (
      <FieldLabels value={useMemo(() => collectLabels(visibleDefinition), [visibleDefinition])}>
        <Component definition={visibleDefinition} />
      </FieldLabels>
    );
  };
  return WithVisibleFields;
};
