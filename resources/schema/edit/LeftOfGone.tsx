import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { nested } from '#contract/values.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import { type LeftForm, useVault } from '#providers/vault.ts';
import { createAddress } from '../addresses.ts';
import { useFormats } from '../format.ts';
import type { Definition } from '../types.ts';
import { Button } from '../ui/Button.tsx';
import { useLabels } from '../useLabels.ts';
import { Value } from './MergeDialog.tsx';
import styles from './Notes.module.css';

interface LeftOfGoneProps {
  definition: Definition;
  id: number;
}

/** What was typed over a record that is no more: it can be read, and become a new record. */
export const LeftOfGone = ({ definition, id }: LeftOfGoneProps) => {
  const t = useT();
  const may = useCan();
  const vault = useVault();
  const navigate = useNavigate();
  const labels = useLabels(definition.name);
  const { moment } = useFormats();
  const place = useMemo(() => ({ resource: definition.name, record: id }), [definition.name, id]);
  const [[left], setLeft] = useState<LeftForm[]>([]);
  useEffect(() => vault.onLeft(place, setLeft), [vault, place]);
  if (!left) return null;
  const { collection } = definition;
  const createAnew = async () => {
    await vault.drop(place, left);
    await navigate(createAddress(definition), { state: { record: nested({ ...left.base, ...left.typed }) } });
  };
  return (
    <>
      <p>{t('editing.leftOfGone', { when: moment(new Date(left.at).toISOString()) })}</p>
      <dl className={styles['kept']}>
        {Object.entries(left.typed).map(([name, value]) => {
          const field = collection.fields[name];
          return (
            field && (
              <div key={name}>
                <dt>{labels.field(name)}</dt>
                <dd>
                  <Value value={value} field={field} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {may(collection.access.create) && (
        <p>
          <Button variant="contained" onClick={() => void createAnew()}>
            {t('editing.createAnew')}
          </Button>
        </p>
      )}
    </>
  );
};
