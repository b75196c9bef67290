import { useState } from 'react';
import { changeRecords } from '#providers/http/bulkCalls.ts';
import { useApi } from '#providers/http/useApi.ts';
import type { Definition } from '../../engine/types.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { ChangeFields } from './ChangeFields.tsx';
import { ChangePreview } from './ChangePreview.tsx';

interface ChangeDialogProps {
  definition: Definition;
  ids: readonly number[];
  names: readonly string[];
  onClose: () => void;
  onDone: (text: string) => void;
}

export const ChangeDialog = ({ definition, names, ...dialog }: ChangeDialogProps) => {
  const api = useApi();
  const [data, setData] = useState<Record<string, unknown>>({});
  const [isChecking, setChecking] = useState(false);
  return (
    <BulkDialog kind="changed" definition={definition} {...dialog}>
      {(ids, begin) =>
        isChecking ? (
          <ChangePreview
            {...{ definition, ids, data }}
            onBack={() => setChecking(false)}
            onChange={({ versions }) => begin(part => changeRecords(api, definition.name, { ...part, data, versions }))}
          />
        ) : (
          <ChangeFields
            {...{ definition, names }}
            values={data}
            onDone={newValues => {
              setData(newValues);
              setChecking(true);
            }}
          />
        )
      }
    </BulkDialog>
  );
};
