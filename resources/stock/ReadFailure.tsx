import { useContext } from 'react';
import { EditContext, ShowContext, Title, useResourceContext } from 'react-admin';
import { isResourceName } from '#contract/records.ts';
import { useLabels } from '../engine/useLabels.ts';
import { RecordUnavailable } from '../form/RecordUnavailable.tsx';

/**
 * Shown when a record cannot be read. react-admin itself would return to the list and claim that the record does not
 * exist, whatever the reason.
 */
export const ReadFailure = () => {
  const resource = useResourceContext() ?? '';
  const edit = useContext(EditContext);
  const show = useContext(ShowContext);
  const context = edit ?? show;
  const { one } = useLabels(resource);
  return (
    <>
      {/* react-admin's own title consists of the record's name, and is empty without one. */}
      <Title title={one} />
      {isResourceName(resource) && (
        <RecordUnavailable
          resource={resource}
          error={context?.error ?? undefined}
          onRetry={() => void context?.refetch()}
        />
      )}
    </>
  );
};
