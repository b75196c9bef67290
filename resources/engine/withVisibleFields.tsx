import { type ComponentType, useMemo } from 'react';
import type { Definition } from './types.ts';
import { FieldLabels, labelsIn, useFields } from './useFields.ts';
import { useVisibleFields } from './visibleFields.ts';

export type Screen = ComponentType<{ definition: Definition }>;

export const withVisibleFields = (Component: Screen): Screen => {
  const Seen: Screen = ({ definition }) => {
    const seen = useFields(useVisibleFields(definition));
    return (
      <FieldLabels value={useMemo(() => labelsIn(seen), [seen])}>
        <Component definition={seen} />
      </FieldLabels>
    );
  };
  return Seen;
};
