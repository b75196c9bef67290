import { Fragment, type MouseEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { getEditPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';

interface FieldLinksProps {
  definition: Definition;
  id: number;
  tab: string | null;
  names: readonly string[];
}

export const FieldLinks = ({ definition, id, tab, names }: FieldLinksProps) => {
  const labels = useLabels(definition.name);
  const { setFocus } = useFormContext();
  return names.map((name, index) => {
    const fieldTab = findFieldTab(definition, name);
    const focus = (event: MouseEvent) => {
      if (fieldTab !== tab) return;
      event.preventDefault();
      setFocus(name);
    };
    return (
      <Fragment key={name}>
        {index > 0 && ', '}
        {definition.tabs && !fieldTab ? (
          labels.field(name)
        ) : (
          <Link to={getEditPath(definition, id, fieldTab ?? undefined)} replace onClick={focus}>
            {labels.field(name)}
          </Link>
        )}
      </Fragment>
    );
  });
};

export const findFieldTab = ({ tabs }: Definition, name: string): string | null => {
  const tabEntry = Object.entries(tabs ?? {}).find(([, { fields, edits }]) => {
    const names: readonly string[] = typeof fields === 'function' ? (edits ?? []) : fields;
    return names.includes(name);
  });
  return tabEntry?.[0] ?? null;
};
